import type { CampaignSubscriberInput } from '@trickle/sdk/contract';
import {
  findSubscription,
  findSubscriptionById,
  putSubscription,
  type SubscriptionRow,
} from '../../store/campaign-subscriptions.ts';
import type { RecordRow } from '../../store/records.ts';
import type { SubscriberRow } from '../../store/subscribers.ts';
import { isoTime } from '../../values/iso-time.ts';
import { zoneAtOffset } from '../../values/zone-at-offset.ts';
import type { Context } from '../../world/context.ts';
import { planSubscription } from '../campaign-subscriptions/scheduling.ts';
import { notifyAccount, sendConfirmation } from '../email/notifications.ts';
import { emit } from '../events/emit.ts';
import { invalidAttribute } from '../lookup/errors.ts';
import { requireRecord } from '../lookup/find-record.ts';
import { findSubscriber, identifySubscriber } from '../lookup/find-subscriber.ts';
import { type BrowserData, upsertSubscriber } from '../subscribers/upsert.ts';

/**
 * Creates or updates a person and subscribes them to a campaign, whatever the campaign's status. Whoever is
 * subscribed already stays where they are in the series. `origin` is kept of a new subscriber.
 */
// Unspecified: U-09
// Unspecified: U-53
export async function subscribeToCampaign(
  context: Context,
  campaignId: string,
  {
    double_optin,
    starting_email_index = 0,
    reactivate_if_removed = true,
    ...profile
  }: CampaignSubscriberInput,
  origin: BrowserData = {},
): Promise<SubscriberRow> {
  const { tx, accountId } = context;
  const campaign = await requireRecord(context, 'campaigns', campaignId);
  const known = await identifySubscriber(context, { email: profile.email });
  const before = known && (await findSubscription(tx, accountId, campaign.id, known.id));
  if (!reactivate_if_removed && (before?.status === 'removed' || known?.status === 'removed')) {
    throw invalidAttribute('unavailable_error', 'email', 'belongs to someone who was removed');
  }
  const isActive = before?.status === 'active';
  const isUnconfirmed = !isActive && (double_optin ?? campaign.data.double_optin);
  const isBack = !isUnconfirmed && (known?.status === 'unsubscribed' || known?.status === 'removed');
  const person = await upsertSubscriber(context, {
    ...(known ? {} : origin),
    ...profileOf(profile, known),
    ...(isBack && { status: 'active' }),
  });
  if (isActive) return person;
  const begun = begin(context, campaign.id, person.id, starting_email_index, before);
  const isByForm = context.source === 'script';
  if (isUnconfirmed) {
    const data = { ...begun.data, confirmation_token: context.world.ids.letters(), is_by_form: isByForm };
    const waiting: SubscriptionRow = { ...begun, status: 'unconfirmed', data };
    await putSubscription(tx, accountId, waiting);
    await sendConfirmation(context, campaign, person, waiting);
    return person;
  }
  await putSubscription(tx, accountId, begun);
  await emitBeginning(context, campaign, begun, isBack);
  await planSubscription(context, campaign, person, begun);
  if (isByForm) await notifyAccount(context, campaign, person, 'subscribed');
  return person;
}

/** What came of following the link in a confirmation email. */
export interface Confirmation {
  readonly campaign: RecordRow<'campaigns'>;
  readonly person: SubscriberRow;
}

/** Lets an unconfirmed subscription begin; undefined when the link is none of this account, or not good any more. */
// Unspecified: U-103
export async function confirmSubscription(
  context: Context,
  { id, token }: { readonly id: string; readonly token: string },
): Promise<Confirmation | undefined> {
  const { world, tx, accountId } = context;
  const subscription = await findSubscriptionById(tx, accountId, id);
  if (!subscription || subscription.data.confirmation_token !== token) return undefined;
  const campaign = await requireRecord(context, 'campaigns', subscription.campaignId);
  let person = await findSubscriber(context, subscription.subscriberId);
  if (subscription.status === 'active') return { campaign, person }; // the link was followed before
  if (subscription.status !== 'unconfirmed') return undefined;
  const isBack = person.status === 'unsubscribed' || person.status === 'removed';
  if (isBack) person = await upsertSubscriber(context, { id: person.id, status: 'active' });
  const position = { next: subscription.data.starting_email_index, since: world.clock.now(), isBegun: false };
  const begun: SubscriptionRow = {
    ...subscription,
    status: 'active',
    data: { ...subscription.data, position },
  };
  await putSubscription(tx, accountId, begun);
  await emitBeginning(context, campaign, begun, isBack);
  await planSubscription(context, campaign, person, begun);
  if (begun.data.is_by_form) await notifyAccount(context, campaign, person, 'subscribed');
  return { campaign, person };
}

/** A subscription from its start; whoever was unsubscribed or removed begins another lap. */
function begin(
  { world }: Context,
  campaignId: string,
  subscriberId: string,
  starting_email_index: number,
  before: SubscriptionRow | undefined,
): SubscriptionRow {
  const lap = before ? before.data.lap + (before.status === 'unconfirmed' ? 0 : 1) : 1;
  return {
    id: before?.id ?? world.ids.letters(),
    campaignId,
    subscriberId,
    status: 'active',
    createdAt: before?.createdAt ?? isoTime(world.clock.now()),
    nextSendAt: null,
    data: {
      is_complete: false,
      lap,
      starting_email_index,
      position: { next: starting_email_index, since: world.clock.now(), isBegun: false },
    },
  };
}

/** Tells that a subscription has begun. `wasTold`: that the person is back was told with their status. */
// Unspecified: U-55
async function emitBeginning(
  context: Context,
  { id, name }: RecordRow<'campaigns'>,
  { subscriberId, data }: SubscriptionRow,
  wasTold: boolean,
): Promise<void> {
  if (data.lap > 1 && !wasTold) await emit(context, subscriberId, 'subscriber.reactivated', {});
  const campaign = { campaign_id: id, campaign_name: name };
  await emit(context, subscriberId, 'subscriber.subscribed_to_campaign', campaign);
}

/** What the request says of the person: a bare offset gives a zone to whoever has none of their own. */
// Unspecified: U-59
function profileOf(
  { utc_offset, ...profile }: Omit<CampaignSubscriberInput, 'double_optin' | 'starting_email_index'>,
  known: SubscriberRow | undefined,
) {
  const hasZone = profile.time_zone !== undefined || (known && known.data.time_zone !== 'Etc/UTC');
  if (utc_offset === undefined || hasZone) return profile;
  const time_zone = zoneAtOffset(utc_offset);
  if (time_zone === undefined)
    throw invalidAttribute('range_error', 'utc_offset', 'is not the offset of a time zone');
  return { ...profile, time_zone };
}
