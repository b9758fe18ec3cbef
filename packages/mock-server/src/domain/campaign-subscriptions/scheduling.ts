import { enqueue } from '../../jobs/queue.ts';
import { findOwnerZone } from '../../store/accounts.ts';
import {
  listRunningSubscriptions,
  listSubscriptions,
  type SeriesPosition,
  type SubscriptionRow,
  updateProgress,
} from '../../store/campaign-subscriptions.ts';
import { findRecord, type RecordRow } from '../../store/records.ts';
import { findSubscriberBy, type SubscriberRow } from '../../store/subscribers.ts';
import { parseTime } from '../../values/time.ts';
import type { Context } from '../../world/context.ts';
import { nextDue } from './due-time.ts';

/** How many subscriptions one transaction plans. */
const BATCH_SIZE = 500;

/** Where someone stands in the series. */
export function seriesPosition({ data, createdAt }: SubscriptionRow): SeriesPosition {
  if (data.position) return data.position;
  const { last_sent_email_index: last, last_sent_email_at: at, starting_email_index: next } = data;
  if (last === undefined) return { next, since: parseTime(createdAt), isBegun: false };
  return { next: last + 1, since: parseTime(at ?? createdAt), isBegun: true };
}

/** What a campaign's next email for someone depends on. */
interface Plan {
  readonly campaign: RecordRow<'campaigns'>;
  readonly person: SubscriberRow;
  /** Of the account's owner. */
  readonly zone: string;
}

/** When someone's next email of a series is due; null while none is. */
// Unspecified: U-100
export function dueAt(
  { world }: Context,
  { campaign, person, zone }: Plan,
  subscription: SubscriptionRow,
): number | null {
  const { next, since, isBegun, isPending } = seriesPosition(subscription);
  const { data } = campaign;
  const email = data.emails[next];
  const isRunning =
    campaign.status === 'active' && subscription.status === 'active' && person.status === 'active';
  if (!isRunning || subscription.data.is_complete || isPending || email === undefined) return null;
  const time = {
    minutes: data.minutes_from_midnight,
    mask: data.days_of_the_week_mask,
    zone: data.localize_sending_time ? person.data.time_zone : zone,
  };
  const progress = { since, isFirst: !isBegun, isImmediate: data.start_immediately, now: world.clock.now() };
  return nextDue(time, email.delay, progress);
}

/** Sees to it that a campaign's emails go out at a moment: one piece of work for all whose moment it is. */
export async function scheduleSend(context: Context, campaignId: string, runAt: number): Promise<void> {
  await enqueue(context, 'campaign_emails', { campaignId }, { runAt, key: campaignId });
}

/** Notes when the next email of a subscription is due, and sees to it that it goes out. */
async function plan(context: Context, terms: Plan, subscription: SubscriptionRow): Promise<void> {
  const nextSendAt = dueAt(context, terms, subscription);
  if (nextSendAt !== subscription.nextSendAt) {
    await updateProgress(context.tx, context.accountId, { ...subscription, nextSendAt });
  }
  if (nextSendAt !== null) await scheduleSend(context, terms.campaign.id, nextSendAt);
}

/** Plans a new subscription. */
export async function planSubscription(
  context: Context,
  campaign: RecordRow<'campaigns'>,
  person: SubscriberRow,
  subscription: SubscriptionRow,
): Promise<void> {
  const zone = await findOwnerZone(context.tx, context.accountId);
  await plan(context, { campaign, person, zone }, subscription);
}

/** Plans what someone is subscribed to anew: they can be sent emails again, or have moved to another zone. */
export async function planSubscriber(context: Context, person: SubscriberRow): Promise<void> {
  const { tx, accountId } = context;
  const zone = await findOwnerZone(tx, accountId);
  for (const subscription of (await listSubscriptions(tx, accountId, person.id)).rows) {
    if (subscription.status !== 'active' || subscription.data.is_complete) continue;
    const campaign = await findRecord(tx, accountId, 'campaigns', subscription.campaignId);
    if (campaign) await plan(context, { campaign, person, zone }, subscription);
  }
}

/** Plans all subscriptions of a campaign anew, which was activated or got other emails or times. */
export async function planCampaign(context: Context, campaignId: string, after = 0): Promise<void> {
  await enqueue(context, 'campaign_planning', { campaignId, after });
}

/** Plans a portion of a campaign's subscriptions, and leaves the others for later. */
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
    const person = await findSubscriberBy(tx, accountId, 'id', subscription.subscriberId);
    if (person) await plan(context, { campaign, person, zone }, subscription);
  }
  if (rows.length === BATCH_SIZE) await planCampaign(context, campaignId, last);
}
