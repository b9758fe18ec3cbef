import { enqueue } from '../jobs/queue.ts';
import {
  findSubscription,
  listDueSubscriptions,
  type SubscriptionRow,
  updateStanding,
} from '../store/campaign-subscriptions.ts';
import { findRecord, type RecordRow } from '../store/records.ts';
import { findSubscriberBy, type SubscriberRow } from '../store/subscribers.ts';
import { isoTime } from '../world.ts';
import type { Context } from './context.ts';
import { emit } from './emit.ts';
import { type Office, openOffice } from './mail-office.ts';
import { dueAt, positionOf, wakeCampaign } from './mail-planning.ts';
import { type LetterState, sendLetter } from './mail-sending.ts';

/** How many emails one transaction sends. */
const PORTION = 100;

/** Sends the emails of a campaign that are due, and plans the next ones of those who got them. */
export async function sendDueEmails(context: Context, campaignId: string): Promise<void> {
  const { world, tx, accountId } = context;
  const campaign = await findRecord(tx, accountId, 'campaigns', campaignId);
  if (campaign?.status !== 'active') return; // they are planned anew when it is activated
  const office = await openOffice(context);
  const now = world.clock.now();
  const due = await listDueSubscriptions(tx, accountId, { campaignId, now, limit: PORTION });
  const moments = new Set<number>();
  for (const subscription of due) {
    const next = await sendNext(office, campaign, subscription);
    if (next !== null) moments.add(next);
  }
  for (const moment of moments) await wakeCampaign(context, campaignId, moment);
  if (due.length === PORTION) await enqueue(context, 'campaign_emails', { campaignId });
}

/** Sends someone the email that is due, and tells when the next one is. */
async function sendNext(
  office: Office,
  campaign: RecordRow<'campaigns'>,
  subscription: SubscriptionRow,
): Promise<number | null> {
  const { tx, accountId } = office.context;
  const person = await findSubscriberBy(tx, accountId, 'id', subscription.subscriberId);
  const position = positionOf(subscription);
  const email = campaign.data.emails[position.next];
  if (person?.status !== 'active' || !email || subscription.data.is_complete) {
    await updateStanding(tx, accountId, { ...subscription, nextSendAt: null });
    return null;
  }
  const state = await sendLetter(office, { subscriber: person, email, campaign });
  if (state !== 'pending') return moveOn(office, campaign, person, { subscription, state });
  const data = { ...subscription.data, position: { ...position, isPending: true } };
  await updateStanding(tx, accountId, { ...subscription, nextSendAt: null, data });
  return null;
}

/** Moves someone on in the series, whether they got the email or not; tells when the next one is due. */
// Unspecified: U-102
async function moveOn(
  { context, zone }: Office,
  campaign: RecordRow<'campaigns'>,
  person: SubscriberRow,
  { subscription, state }: { subscription: SubscriptionRow; state: LetterState },
): Promise<number | null> {
  const { world, tx, accountId } = context;
  const { next } = positionOf(subscription);
  const now = world.clock.now();
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
  const nextSendAt = dueAt(context, { campaign, person, zone }, moved);
  await updateStanding(tx, accountId, { ...moved, nextSendAt });
  if (isComplete) {
    const told = { campaign_id: campaign.id, campaign_name: campaign.name };
    await emit(context, person.id, 'subscriber.completed_campaign', told);
  }
  return nextSendAt;
}

/** Goes on with someone whose email waited for its content. */
export async function settlePending(
  office: Office,
  campaignId: string,
  subscriberId: string,
  send: () => Promise<LetterState>,
): Promise<void> {
  const { tx, accountId } = office.context;
  const campaign = await findRecord(tx, accountId, 'campaigns', campaignId);
  const subscription = await findSubscription(tx, accountId, campaignId, subscriberId);
  const person = await findSubscriberBy(tx, accountId, 'id', subscriberId);
  // Whoever has left meanwhile, or has begun anew, gets nothing of what was under way.
  if (!campaign || !person || subscription?.status !== 'active') return;
  const position = positionOf(subscription);
  if (!position.isPending) return;
  const waiting = {
    ...subscription,
    data: { ...subscription.data, position: { ...position, isPending: false } },
  };
  // While nothing is to be sent, the email keeps its place.
  if (campaign.status !== 'active' || person.status !== 'active') {
    return updateStanding(tx, accountId, waiting);
  }
  const next = await moveOn(office, campaign, person, { subscription: waiting, state: await send() });
  if (next !== null) await wakeCampaign(office.context, campaignId, next);
}
