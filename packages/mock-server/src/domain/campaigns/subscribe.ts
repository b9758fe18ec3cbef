import type { CampaignSubscriberInput, CampaignSubscriberQuery, PageMeta } from '@trickle/sdk/contract';
import { pageMeta, sliceOf } from '../../shared/values/paging.ts';
import { isoTime, zoneAtOffset } from '../../shared/values/time.ts';
import { below, nameOf, rowAbove } from '../../store/engine/place.ts';
import { lapName, type SubscriptionRow, subscriptions } from '../../store/tables/campaign-subscriptions.ts';
import type { RecordRow } from '../../store/tables/records.ts';
import { listSubscriberRows, type SubscriberRow } from '../../store/tables/subscribers.ts';
import { planSubscription } from '../campaign-subscriptions/scheduling.ts';
import type { Context } from '../context/context.ts';
import { notifyAccount, sendConfirmation } from '../email/notifications.ts';
import { invalidAttribute } from '../errors.ts';
import { emit } from '../events/emit.ts';
import { requireRecord } from '../records/record.ts';
import { findNamedSubscriber, findSubscriber } from '../records/subscriber.ts';
import { type BrowserData, upsertSubscriber } from '../subscribers/subscribers.ts';

/** Subscribes to a campaign of any status. An active subscription keeps its position; `origin` is for new subscribers. */
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
  const existing = await findNamedSubscriber(context, { email: profile.email });
  const before =
    existing &&
    (await subscriptions.find(tx, accountId, { campaignId: campaign.id, subscriberId: existing.id }));
  if (!reactivate_if_removed && (before?.status === 'removed' || existing?.status === 'removed')) {
    throw invalidAttribute('unavailable_error', 'email', 'belongs to a removed subscriber');
  }
  const isActive = before?.status === 'active';
  const isUnconfirmed = !isActive && (double_optin ?? campaign.data.double_optin);
  const isBack = !isUnconfirmed && (existing?.status === 'unsubscribed' || existing?.status === 'removed');
  const subscriber = await upsertSubscriber(context, {
    ...(existing ? {} : origin),
    ...profileOf(profile, existing),
    ...(isBack && { status: 'active' }),
  });
  if (isActive) return subscriber;
  const key = { campaignId: campaign.id, subscriberId: subscriber.id };
  const started = start(context, key, starting_email_index, before);
  const inLap = { ...context, place: below(context.place, lapName(started)) };
  const isByForm = context.source === 'script';
  if (isUnconfirmed) {
    const data = {
      ...started.data,
      confirmation_token: context.services.ids.letters(),
      confirmation_email: context.services.ids.letters(),
      is_by_form: isByForm,
    };
    const waiting: SubscriptionRow = { ...started, status: 'unconfirmed', data };
    await subscriptions.put(tx, accountId, waiting);
    await sendConfirmation(inLap, campaign, subscriber, waiting);
    return subscriber;
  }
  await subscriptions.put(tx, accountId, started);
  await emitStart(inLap, campaign, started, isBack);
  await planSubscription(inLap, campaign, subscriber, started);
  if (isByForm) await notifyAccount(inLap, campaign, subscriber, 'subscribed');
  return subscriber;
}

export interface Confirmation {
  readonly campaign: RecordRow<'campaigns'>;
  readonly subscriber: SubscriberRow;
}

/** Undefined if the link is unknown in this account or no longer valid. */
// Unspecified: U-103
export async function confirmSubscription(
  click: Context,
  { id, token }: { readonly id: string; readonly token: string },
): Promise<Confirmation | undefined> {
  const { services, tx, accountId } = click;
  const subscription = await subscriptions.find(tx, accountId, { id });
  if (!subscription || subscription.data.confirmation_token !== token) return undefined;
  // The consequences belong to the cause of the email with the link.
  const email = nameOf('email', subscription.data.confirmation_email ?? '');
  const place = { root: subscription.root, parent: `${email} ${rowAbove(click.place)}` };
  const context = { ...click, place };
  const campaign = await requireRecord(context, 'campaigns', subscription.campaignId);
  let subscriber = await findSubscriber(context, subscription.subscriberId);
  if (subscription.status === 'active') return { campaign, subscriber }; // already confirmed
  if (subscription.status !== 'unconfirmed') return undefined;
  const isBack = subscriber.status === 'unsubscribed' || subscriber.status === 'removed';
  if (isBack) subscriber = await upsertSubscriber(context, { id: subscriber.id, status: 'active' });
  const position = {
    next: subscription.data.starting_email_index,
    since: services.clock.now(),
    isBegun: false,
  };
  const started: SubscriptionRow = {
    ...subscription,
    status: 'active',
    data: { ...subscription.data, position },
  };
  await subscriptions.put(tx, accountId, started);
  await emitStart(context, campaign, started, isBack);
  await planSubscription(context, campaign, subscriber, started);
  if (started.data.is_by_form) await notifyAccount(context, campaign, subscriber, 'subscribed');
  return { campaign, subscriber };
}

/** Creates a subscription at its start. After an unsubscription or removal, a new lap begins. */
function start(
  { services, place }: Context,
  key: Pick<SubscriptionRow, 'campaignId' | 'subscriberId'>,
  starting_email_index: number,
  before: SubscriptionRow | undefined,
): SubscriptionRow {
  const lap = before ? before.data.lap + (before.status === 'unconfirmed' ? 0 : 1) : 1;
  return {
    id: before?.id ?? services.ids.letters(),
    ...key,
    status: 'active',
    createdAt: before?.createdAt ?? isoTime(services.clock.now()),
    nextSendAt: null,
    root: place.root,
    parent: place.parent,
    data: {
      is_complete: false,
      lap,
      starting_email_index,
      position: { next: starting_email_index, since: services.clock.now(), isBegun: false },
    },
  };
}

/** Emits the start of a subscription. `isReactivated`: the change of status has emitted `reactivated` already. */
// Unspecified: U-55
async function emitStart(
  context: Context,
  { id, name }: RecordRow<'campaigns'>,
  { subscriberId, data }: SubscriptionRow,
  isReactivated: boolean,
): Promise<void> {
  if (data.lap > 1 && !isReactivated) await emit(context, subscriberId, 'subscriber.reactivated', {});
  const campaign = { campaign_id: id, campaign_name: name };
  await emit(context, subscriberId, 'subscriber.subscribed_to_campaign', campaign);
}

/** The profile of a request. `utc_offset` sets the time zone if the subscriber has none. */
// Unspecified: U-59
function profileOf(
  { utc_offset, ...profile }: Omit<CampaignSubscriberInput, 'double_optin' | 'starting_email_index'>,
  existing: SubscriberRow | undefined,
) {
  const hasZone = profile.time_zone !== undefined || (existing && existing.data.time_zone !== 'Etc/UTC');
  if (utc_offset === undefined || hasZone) return profile;
  const time_zone = zoneAtOffset(utc_offset);
  if (time_zone === undefined)
    throw invalidAttribute('range_error', 'utc_offset', 'is not the UTC offset of a time zone');
  return { ...profile, time_zone };
}

/** One page of a campaign's subscribers, sorted by their own attributes, not those of the subscription. */
// Unspecified: U-50
export async function listCampaignSubscribers(
  context: Context,
  campaignId: string,
  { status = 'active', sort = 'created_at', direction = 'desc', ...page }: CampaignSubscriberQuery,
): Promise<{ rows: SubscriberRow[]; meta: PageMeta }> {
  const { id } = await requireRecord(context, 'campaigns', campaignId);
  const slice = sliceOf(page);
  const filter = { statuses: [], tags: [], campaign: { id, status } };
  const order = { sort, direction };
  const { rows, total } = await listSubscriberRows(context.tx, context.accountId, filter, {
    ...slice,
    order,
  });
  return { rows, meta: { ...pageMeta(slice, rows.length, total), sort, direction, status } };
}
