import { isoTime } from '../../shared/values/time.ts';
import {
  listDueSubscriptions,
  placeOfLap,
  type SubscriptionRow,
  subscriptions,
  updateProgress,
} from '../../store/tables/campaign-subscriptions.ts';
import { findRecord, type RecordRow } from '../../store/tables/records.ts';
import { findSubscriberBy, type SubscriberRow } from '../../store/tables/subscribers.ts';
import { seriesPosition } from '../campaign-subscriptions/position.ts';
import { campaignActive, campaignRules, seriesRules } from '../campaign-subscriptions/rules.ts';
import { dueAt, scheduleSend } from '../campaign-subscriptions/scheduling.ts';
import type { Context } from '../context/context.ts';
import { type EmailContext, openEmailContext } from '../email/sender.ts';
import { type MessageState, sendMessage } from '../email-delivery/send.ts';
import { emit } from '../events/emit.ts';
import { enqueue } from '../queue.ts';
import { areMet, isMet } from '../rules.ts';

const BATCH_SIZE = 100;

/** Sends a campaign's due emails, and schedules the next ones. */
export async function sendDueEmails(context: Context, campaignId: string): Promise<void> {
  const { services, tx, accountId } = context;
  const campaign = await findRecord(tx, accountId, 'campaigns', campaignId);
  if (!campaign || !isMet(campaignActive(campaign))) return; // activation reschedules them
  const emailContext = await openEmailContext(context);
  const now = services.clock.now();
  const due = await listDueSubscriptions(tx, accountId, { campaignId, now, limit: BATCH_SIZE });
  const moments = new Set<number>();
  for (const subscription of due) {
    const next = await sendNext(emailContext, campaign, subscription);
    if (next !== null) moments.add(next);
  }
  for (const moment of moments) await scheduleSend(context, campaignId, moment);
  if (due.length === BATCH_SIZE) await enqueue(context, 'campaign_emails', { campaignId });
}

/** Sends a subscription's due email. Returns when the next one is due, or null. */
async function sendNext(
  mailing: EmailContext,
  campaign: RecordRow<'campaigns'>,
  subscription: SubscriptionRow,
): Promise<number | null> {
  const emailContext = { ...mailing, context: { ...mailing.context, place: placeOfLap(subscription) } };
  const { tx, accountId } = emailContext.context;
  const subscriber = await findSubscriberBy(tx, accountId, 'id', subscription.subscriberId);
  const position = seriesPosition(subscription);
  const email = campaign.data.emails[position.next];
  if (!subscriber || !email || !areMet(seriesRules({ campaign, subscriber }, subscription))) {
    await updateProgress(tx, accountId, { ...subscription, nextSendAt: null });
    return null;
  }
  const state = await sendMessage(emailContext, { subscriber, email, campaign });
  if (state !== 'pending') return advance(emailContext, campaign, subscriber, { subscription, state });
  const data = { ...subscription.data, position: { ...position, isPending: true } };
  await updateProgress(tx, accountId, { ...subscription, nextSendAt: null, data });
  return null;
}

/** Advances a subscription after an email was sent or skipped. Returns when the next one is due, or null. */
// Unspecified: U-102
async function advance(
  { context, zone }: EmailContext,
  campaign: RecordRow<'campaigns'>,
  subscriber: SubscriberRow,
  { subscription, state }: { subscription: SubscriptionRow; state: MessageState },
): Promise<number | null> {
  const { services, tx, accountId } = context;
  const { next } = seriesPosition(subscription);
  const now = services.clock.now();
  const isComplete = next + 1 >= campaign.data.emails.length;
  const moved: SubscriptionRow = {
    ...subscription,
    data: {
      ...subscription.data,
      ...(state === 'sent' && { last_sent_email_index: next, last_sent_email_at: isoTime(now) }),
      is_complete: isComplete,
      position: { next: next + 1, since: now, isBegun: true },
    },
  };
  const nextSendAt = dueAt(context, { campaign, subscriber, zone }, moved);
  await updateProgress(tx, accountId, { ...moved, nextSendAt });
  if (isComplete) {
    const properties = { campaign_id: campaign.id, campaign_name: campaign.name };
    await emit(context, subscriber.id, 'subscriber.completed_campaign', properties);
  }
  return nextSendAt;
}

/** Sends an email that waited for its content, and advances the subscription. */
export async function settlePending(
  emailContext: EmailContext,
  campaignId: string,
  subscriberId: string,
  send: () => Promise<MessageState>,
): Promise<void> {
  const { tx, accountId } = emailContext.context;
  const campaign = await findRecord(tx, accountId, 'campaigns', campaignId);
  const subscription = await subscriptions.find(tx, accountId, { campaignId, subscriberId });
  const subscriber = await findSubscriberBy(tx, accountId, 'id', subscriberId);
  // Subscribers that left or started over in the meantime do not get the email.
  if (!campaign || !subscriber || subscription?.status !== 'active') return;
  const position = seriesPosition(subscription);
  if (!position.isPending) return;
  const waiting = {
    ...subscription,
    data: { ...subscription.data, position: { ...position, isPending: false } },
  };
  // While the campaign or the subscriber is inactive, the position does not advance.
  if (!areMet(campaignRules({ campaign, subscriber }))) {
    return updateProgress(tx, accountId, waiting);
  }
  const next = await advance(emailContext, campaign, subscriber, {
    subscription: waiting,
    state: await send(),
  });
  if (next !== null) await scheduleSend(emailContext.context, campaignId, next);
}
