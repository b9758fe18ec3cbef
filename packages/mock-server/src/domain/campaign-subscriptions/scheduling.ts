import { nameOf } from '../../store/engine/place.ts';
import { findOwnerZone } from '../../store/tables/accounts.ts';
import {
  listRunningSubscriptions,
  type SeriesPosition,
  type SubscriptionRow,
  subscriptions,
  updateProgress,
} from '../../store/tables/campaign-subscriptions.ts';
import { findRecord, type RecordRow } from '../../store/tables/records.ts';
import { findSubscriberBy, type SubscriberRow } from '../../store/tables/subscribers.ts';
import type { Context } from '../context/context.ts';
import { enqueue } from '../queue.ts';
import { areMet } from '../rules.ts';
import { nextDue } from './due-time.ts';
import { seriesPosition } from './position.ts';
import { type CampaignOf, seriesRules } from './rules.ts';

const BATCH_SIZE = 500;

interface Plan extends CampaignOf {
  readonly zone: string;
}

/** The time a subscriber's next email is due; null if no email is due. */
export const dueAt = (context: Context, plan: Plan, subscription: SubscriptionRow): number | null =>
  areMet(seriesRules(plan, subscription)) ? plannedAt(context, plan, seriesPosition(subscription)) : null;

/** The time an email of a series is due if no rule keeps it back. */
// Unspecified: U-100
export function plannedAt(
  { services }: Context,
  { campaign: { data }, subscriber, zone }: Plan,
  { next, since, isBegun }: SeriesPosition,
): number {
  const time = {
    minutes: data.minutes_from_midnight,
    mask: data.days_of_the_week_mask,
    zone: data.localize_sending_time ? subscriber.data.time_zone : zone,
  };
  const progress = {
    since,
    isFirst: !isBegun,
    isImmediate: data.start_immediately,
    now: services.clock.now(),
  };
  return nextDue(time, data.emails[next]?.delay, progress);
}

/** Schedules a campaign's due emails for `runAt`, with one job for all subscribers. */
export async function scheduleSend(context: Context, campaignId: string, runAt: number): Promise<void> {
  // Its emails have the places of their subscriptions.
  const ofAll = { ...context, place: { root: null, parent: nameOf('campaign', campaignId) } };
  await enqueue(ofAll, 'campaign_emails', { campaignId }, { runAt, key: campaignId });
}

/** Stores when a subscription's next email is due and schedules it. */
async function plan(context: Context, terms: Plan, subscription: SubscriptionRow): Promise<void> {
  const nextSendAt = dueAt(context, terms, subscription);
  if (nextSendAt !== subscription.nextSendAt) {
    await updateProgress(context.tx, context.accountId, { ...subscription, nextSendAt });
  }
  if (nextSendAt !== null) await scheduleSend(context, terms.campaign.id, nextSendAt);
}

export async function planSubscription(
  context: Context,
  campaign: RecordRow<'campaigns'>,
  subscriber: SubscriberRow,
  subscription: SubscriptionRow,
): Promise<void> {
  const zone = await findOwnerZone(context.tx, context.accountId);
  await plan(context, { campaign, subscriber, zone }, subscription);
}

/** Reschedules a subscriber's next emails after a change of status or time zone. */
export async function planSubscriber(context: Context, subscriber: SubscriberRow): Promise<void> {
  const { tx, accountId } = context;
  const zone = await findOwnerZone(tx, accountId);
  for (const subscription of await subscriptions.list(tx, accountId, { subscriberId: subscriber.id })) {
    if (subscription.status !== 'active' || subscription.data.is_complete) continue;
    const campaign = await findRecord(tx, accountId, 'campaigns', subscription.campaignId);
    if (campaign) await plan(context, { campaign, subscriber, zone }, subscription);
  }
}

/** Reschedules a campaign's emails after it was activated or changed. */
export async function planCampaign(context: Context, campaignId: string, after = 0): Promise<void> {
  await enqueue(context, 'campaign_planning', { campaignId, after });
}

/** Reschedules one batch of a campaign's subscriptions and enqueues the next batch. */
export async function planBatch(
  context: Context,
  { campaignId, after }: { readonly campaignId: string; readonly after: number },
): Promise<void> {
  const { tx, accountId } = context;
  const campaign = await findRecord(tx, accountId, 'campaigns', campaignId);
  if (!campaign) return;
  const zone = await findOwnerZone(tx, accountId);
  const slice = { campaignId, after, limit: BATCH_SIZE };
  const { rows, last } = await listRunningSubscriptions(tx, accountId, slice);
  for (const subscription of rows) {
    if (subscription.data.is_complete) continue;
    const subscriber = await findSubscriberBy(tx, accountId, 'id', subscription.subscriberId);
    if (subscriber) await plan(context, { campaign, subscriber, zone }, subscription);
  }
  if (rows.length === BATCH_SIZE) await planCampaign(context, campaignId, last);
}
