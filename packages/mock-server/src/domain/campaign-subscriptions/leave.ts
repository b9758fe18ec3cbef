import {
  findSubscription,
  listSubscriptions,
  putSubscription,
  type SubscriptionRow,
} from '../../store/campaign-subscriptions.ts';
import type { SubscriberRow } from '../../store/subscribers.ts';
import type { Context } from '../../world/context.ts';
import { notifyAccount } from '../email/notifications.ts';
import { emit } from '../events/emit.ts';
import { requireRecord } from '../lookup/find-record.ts';
import { findSubscriber, identifySubscriber } from '../lookup/find-subscriber.ts';

/**
 * Takes a person off one campaign, or off all when none is named. The person's own status stays as it is:
 * broadcasts still reach them.
 */
// Unspecified: U-05
// Unspecified: U-54
export async function removeFromCampaigns(
  context: Context,
  idOrEmail: string,
  campaignId: string | undefined,
): Promise<SubscriberRow> {
  const person = await findSubscriber(context, idOrEmail);
  await leaveCampaigns(context, person, 'removed', campaignId || undefined);
  return person;
}

/**
 * Unsubscribes the subscriber with this email address from one campaign, or from all when none is named. Their own
 * status stays as it is. Does nothing for an address that nobody has.
 */
// Unspecified: U-76
export async function unsubscribeFromCampaigns(
  context: Context,
  email: string,
  campaignId: string | undefined,
): Promise<void> {
  if (campaignId) await requireRecord(context, 'campaigns', campaignId);
  const person = await identifySubscriber(context, { email });
  if (person) await leaveCampaigns(context, person, 'unsubscribed', campaignId || undefined);
}

/** Ends a person's subscription to one campaign, or to all: those that run or wait for confirmation. */
// Unspecified: U-54
export async function leaveCampaigns(
  context: Context,
  person: SubscriberRow,
  status: 'removed' | 'unsubscribed',
  campaignId?: string,
): Promise<void> {
  const { tx, accountId } = context;
  const { id } = person;
  for (const subscription of await subscriptionsOf(context, id, campaignId)) {
    if (subscription.status !== 'active' && subscription.status !== 'unconfirmed') continue;
    await putSubscription(tx, accountId, { ...subscription, status, nextSendAt: null });
    if (subscription.status !== 'active') continue; // nobody was told of a beginning
    const campaign = await requireRecord(context, 'campaigns', subscription.campaignId);
    const event = `subscriber.${status}_from_campaign` as const;
    await emit(context, id, event, { campaign_id: campaign.id, campaign_name: campaign.name });
    if (status === 'unsubscribed') await notifyAccount(context, campaign, person, 'unsubscribed');
  }
}

async function subscriptionsOf(
  context: Context,
  subscriberId: string,
  campaignId: string | undefined,
): Promise<readonly SubscriptionRow[]> {
  const { tx, accountId } = context;
  if (campaignId === undefined) return (await listSubscriptions(tx, accountId, subscriberId)).rows;
  const campaign = await requireRecord(context, 'campaigns', campaignId);
  const one = await findSubscription(tx, accountId, campaign.id, subscriberId);
  return one ? [one] : [];
}
