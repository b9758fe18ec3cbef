import { isoTime } from '../../shared/values/time.ts';
import { nameOf, rowAbove } from '../../store/engine/place.ts';
import { findAccount } from '../../store/tables/accounts.ts';
import {
  type DeliveryMark,
  type DeliveryRow,
  deliveries,
  markDelivery,
} from '../../store/tables/deliveries.ts';
import { findSubscriberBy, type SubscriberRow, updateSubscriber } from '../../store/tables/subscribers.ts';
import { leaveCampaigns } from '../campaign-subscriptions/leave.ts';
import { planSubscriber } from '../campaign-subscriptions/scheduling.ts';
import type { Context } from '../context/context.ts';
import { NotFoundError } from '../errors.ts';
import { emit } from '../events/emit.ts';
import { unsubscribeAll } from '../subscribers/subscribers.ts';

/** Finds a delivery and its subscriber, whose action causes what follows. Deleted subscribers emit no more events. */
async function openDelivery(context: Context, id: string) {
  const { tx, accountId, place } = context;
  const delivery = await deliveries.find(tx, accountId, { id });
  const subscriber = delivery && (await findSubscriberBy(tx, accountId, 'id', delivery.subscriberId));
  if (!delivery || !subscriber) throw new NotFoundError('delivery', id);
  const [email, action] = [nameOf('email', id), rowAbove(place)];
  const parent = action.startsWith('request:') ? `${email} ${action}` : email;
  const root = (await deliveries.pick(tx, accountId, { id }, 'root')) ?? null;
  return { context: { ...context, place: { root, parent } }, delivery, subscriber };
}

const emailProperties = ({ id, emailId, emailSubject }: DeliveryRow) => ({
  delivery_id: id,
  email_id: emailId,
  email_subject: emailSubject,
});

/** Records that an email was opened. Emits the first opening only, since mail programs load the image repeatedly. */
// Unspecified: U-106
export async function recordOpening(action: Context, id: string): Promise<void> {
  const { context, delivery, subscriber } = await openDelivery(action, id);
  if (!(await mark(context, id, 'opened'))) return;
  await emit(context, subscriber.id, 'subscriber.opened_email', emailProperties(delivery));
}

export interface Visit {
  readonly userAgent: string | null;
  readonly ipAddress: string | null;
}

/** Records a click on a link in an email. Emits every click. */
// Unspecified: U-106
export async function recordClick(
  action: Context,
  id: string,
  { url, userAgent, ipAddress }: Visit & { readonly url: string },
): Promise<void> {
  const { context, delivery, subscriber } = await openDelivery(action, id);
  await mark(context, id, 'clicked');
  await emit(context, subscriber.id, 'subscriber.clicked_email', {
    ...emailProperties(delivery),
    url,
    user_agent: userAgent,
    ip_address: ipAddress,
  });
  const account = await findAccount(context.tx, context.accountId);
  for (const link of account?.data.trigger_links ?? []) {
    if (link.url !== url) continue;
    const click = { url, ip_address: ipAddress, trigger_id: link.id, source: 'email' };
    await emit(context, subscriber.id, 'subscriber.clicked_trigger_link', click);
  }
}

/** Records a bounce. A hard bounce (the default) makes the subscriber undeliverable. */
// Unspecified: U-107
export async function recordBounce(action: Context, id: string, isHard = true): Promise<void> {
  const { context, delivery, subscriber } = await openDelivery(action, id);
  if (!(await mark(context, id, 'bounced'))) return;
  await emit(context, subscriber.id, 'subscriber.bounced', emailProperties(delivery));
  if (isHard) await makeUndeliverable(context, subscriber, 'bounce');
}

// Unspecified: U-107
export async function recordComplaint(action: Context, id: string): Promise<void> {
  const { context, delivery, subscriber } = await openDelivery(action, id);
  if (!(await mark(context, id, 'complained'))) return;
  await emit(context, subscriber.id, 'subscriber.complained', emailProperties(delivery));
  await makeUndeliverable(context, subscriber, 'complaint');
}

async function makeUndeliverable(context: Context, subscriber: SubscriberRow, source: string): Promise<void> {
  if (subscriber.status !== 'active' && subscriber.status !== 'unsubscribed') return;
  const data = { ...subscriber.data, deliverable_status: subscriber.status };
  const undeliverable: SubscriberRow = { ...subscriber, status: 'undeliverable', data };
  await updateSubscriber(context.tx, context.accountId, undeliverable);
  await emit(context, subscriber.id, 'subscriber.marked_as_undeliverable', { source });
  await planSubscriber(context, undeliverable);
}

/** Makes an undeliverable subscriber deliverable again. Restores their status and resumes their series. */
// Unspecified: U-107
export async function makeDeliverable(context: Context, subscriberId: string): Promise<SubscriberRow> {
  const { tx, accountId, source } = context;
  const subscriber = await findSubscriberBy(tx, accountId, 'id', subscriberId);
  if (!subscriber) throw new NotFoundError('subscriber', subscriberId);
  if (subscriber.status !== 'undeliverable') return subscriber;
  const { deliverable_status: status = 'active', ...data } = subscriber.data;
  const back: SubscriberRow = { ...subscriber, status, data };
  await updateSubscriber(tx, accountId, back);
  await emit(context, subscriberId, 'subscriber.marked_as_deliverable', { source });
  await planSubscriber(context, back);
  return back;
}

/** Whether to unsubscribe from the email's campaign or from everything. */
export type UnsubscribeScope = 'campaign' | 'all';

// Unspecified: U-106
export async function unsubscribeByEmail(
  action: Context,
  id: string,
  scope: UnsubscribeScope,
): Promise<void> {
  const { context, delivery, subscriber } = await openDelivery(action, id);
  await mark(context, id, 'unsubscribed');
  if (scope === 'campaign' && delivery.campaignId !== null) {
    await leaveCampaigns(context, subscriber, 'unsubscribed', delivery.campaignId);
  } else if (subscriber.status !== 'unsubscribed') await unsubscribeAll(context, subscriber.id);
}

function mark({ services, tx, accountId }: Context, id: string, what: DeliveryMark): Promise<boolean> {
  return markDelivery(tx, accountId, id, { mark: what, at: isoTime(services.clock.now()) });
}
