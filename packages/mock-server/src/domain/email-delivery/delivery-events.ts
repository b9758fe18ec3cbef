import { findAccount } from '../../store/accounts.ts';
import { type DeliveryMark, type DeliveryRow, findDelivery, markDelivery } from '../../store/deliveries.ts';
import { findSubscriberBy, type SubscriberRow, updateSubscriber } from '../../store/subscribers.ts';
import { isoTime } from '../../values/iso-time.ts';
import type { Context } from '../../world/context.ts';
import { leaveCampaigns } from '../campaign-subscriptions/leave.ts';
import { planSubscriber } from '../campaign-subscriptions/scheduling.ts';
import { emit } from '../events/emit.ts';
import { NotFoundError } from '../lookup/errors.ts';
import { unsubscribeAll } from '../subscribers/unsubscribe-all.ts';

/**
 * The delivery with this id, and whose it is; refuses with `NotFound` when there is none, or its person is deleted, of
 * whom nothing more is told.
 */
async function requireDelivery({ tx, accountId }: Context, id: string) {
  const delivery = await findDelivery(tx, accountId, id);
  const person = delivery && (await findSubscriberBy(tx, accountId, 'id', delivery.subscriberId));
  if (!delivery || !person) throw new NotFoundError('delivery', id);
  return { delivery, person };
}

const told = ({ id, emailId, emailSubject }: DeliveryRow) => ({
  delivery_id: id,
  email_id: emailId,
  email_subject: emailSubject,
});

/** Someone opened an email: told of the first time only, since programs load its image again and again. */
// Unspecified: U-106
export async function recordOpening(context: Context, id: string): Promise<void> {
  const { delivery, person } = await requireDelivery(context, id);
  if (!(await mark(context, id, 'opened'))) return;
  await emit(context, person.id, 'subscriber.opened_email', told(delivery));
}

/** What is known of whoever clicked. */
export interface Visit {
  readonly userAgent: string | null;
  readonly ipAddress: string | null;
}

/** Someone clicked a link in an email: told of every time. */
// Unspecified: U-106
export async function recordClick(
  context: Context,
  id: string,
  { url, userAgent, ipAddress }: Visit & { readonly url: string },
): Promise<void> {
  const { delivery, person } = await requireDelivery(context, id);
  await mark(context, id, 'clicked');
  await emit(context, person.id, 'subscriber.clicked_email', {
    ...told(delivery),
    url,
    user_agent: userAgent,
    ip_address: ipAddress,
  });
  const account = await findAccount(context.tx, context.accountId);
  for (const link of account?.data.trigger_links ?? []) {
    if (link.url !== url) continue;
    const click = { url, ip_address: ipAddress, trigger_id: link.id, source: 'email' };
    await emit(context, person.id, 'subscriber.clicked_trigger_link', click);
  }
}

/** An email came back. For good (the default), nothing more is sent to its address; else it is only told of. */
// Unspecified: U-107
export async function recordBounce(context: Context, id: string, isHard = true): Promise<void> {
  const { delivery, person } = await requireDelivery(context, id);
  if (!(await mark(context, id, 'bounced'))) return;
  await emit(context, person.id, 'subscriber.bounced', told(delivery));
  if (isHard) await makeUndeliverable(context, person, 'bounce');
}

/** Someone called an email spam: nothing more is sent to them. */
// Unspecified: U-107
export async function recordComplaint(context: Context, id: string): Promise<void> {
  const { delivery, person } = await requireDelivery(context, id);
  if (!(await mark(context, id, 'complained'))) return;
  await emit(context, person.id, 'subscriber.complained', told(delivery));
  await makeUndeliverable(context, person, 'complaint');
}

async function makeUndeliverable(context: Context, person: SubscriberRow, source: string): Promise<void> {
  if (person.status !== 'active' && person.status !== 'unsubscribed') return;
  const data = { ...person.data, deliverable_status: person.status };
  await updateSubscriber(context.tx, context.accountId, { ...person, status: 'undeliverable', data });
  await emit(context, person.id, 'subscriber.marked_as_undeliverable', { source });
}

/** Lets someone's address be good again: they are what they were before, and go on where they stood. */
// Unspecified: U-107
export async function makeDeliverable(context: Context, subscriberId: string): Promise<SubscriberRow> {
  const { tx, accountId, source } = context;
  const person = await findSubscriberBy(tx, accountId, 'id', subscriberId);
  if (!person) throw new NotFoundError('subscriber', subscriberId);
  if (person.status !== 'undeliverable') return person;
  const { deliverable_status: status = 'active', ...data } = person.data;
  const back: SubscriberRow = { ...person, status, data };
  await updateSubscriber(tx, accountId, back);
  await emit(context, subscriberId, 'subscriber.marked_as_deliverable', { source });
  await planSubscriber(context, back);
  return back;
}

/** What someone wants no more of. */
export type UnsubscribeScope = 'campaign' | 'all';

/** Someone followed the link in an email: it ends the campaign that the email is of, or all mailings. */
// Unspecified: U-106
export async function unsubscribeByEmail(
  context: Context,
  id: string,
  scope: UnsubscribeScope,
): Promise<void> {
  const { delivery, person } = await requireDelivery(context, id);
  await mark(context, id, 'unsubscribed');
  if (scope === 'campaign' && delivery.campaignId !== null) {
    await leaveCampaigns(context, person, 'unsubscribed', delivery.campaignId);
  } else if (person.status !== 'unsubscribed') await unsubscribeAll(context, person.id);
}

function mark({ world, tx, accountId }: Context, id: string, what: DeliveryMark): Promise<boolean> {
  return markDelivery(tx, accountId, id, { mark: what, at: isoTime(world.clock.now()) });
}
