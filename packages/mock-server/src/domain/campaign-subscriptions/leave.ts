import { type SubscriptionRow, subscriptions } from '../../store/tables/campaign-subscriptions.ts';
import type { SubscriberRow } from '../../store/tables/subscribers.ts';
import type { Context } from '../context/context.ts';
import { notifyAccount } from '../email/notifications.ts';
import { emit } from '../events/emit.ts';
import { requireRecord } from '../records/record.ts';
import { findNamedSubscriber, findSubscriber } from '../records/subscriber.ts';

/** Removes a subscriber from one campaign, or from all. Their own status stays, so they still receive broadcasts. */
// Unspecified: U-05
// Unspecified: U-54
export async function removeFromCampaigns(
  context: Context,
  idOrEmail: string,
  campaignId: string | undefined,
): Promise<SubscriberRow> {
  const subscriber = await findSubscriber(context, idOrEmail);
  await leaveCampaigns(context, subscriber, 'removed', campaignId || undefined);
  return subscriber;
}

/** Unsubscribes an address from one campaign, or from all. Their own status stays. Ignores an unknown address. */
// Unspecified: U-76
export async function unsubscribeFromCampaigns(
  context: Context,
  email: string,
  campaignId: string | undefined,
): Promise<void> {
  if (campaignId) await requireRecord(context, 'campaigns', campaignId);
  const subscriber = await findNamedSubscriber(context, { email });
  if (subscriber) await leaveCampaigns(context, subscriber, 'unsubscribed', campaignId || undefined);
}

/** Ends a subscriber's active and unconfirmed subscriptions, to one campaign or to all. */
// Unspecified: U-54
export async function leaveCampaigns(
  context: Context,
  subscriber: SubscriberRow,
  status: 'removed' | 'unsubscribed',
  campaignId?: string,
): Promise<void> {
  const { tx, accountId } = context;
  const { id } = subscriber;
  for (const subscription of await subscriptionsOf(context, id, campaignId)) {
    if (subscription.status !== 'active' && subscription.status !== 'unconfirmed') continue;
    await subscriptions.put(tx, accountId, { ...subscription, status, nextSendAt: null });
    if (subscription.status !== 'active') continue; // it never emitted a start event
    const campaign = await requireRecord(context, 'campaigns', subscription.campaignId);
    const event = `subscriber.${status}_from_campaign` as const;
    await emit(context, id, event, { campaign_id: campaign.id, campaign_name: campaign.name });
    if (status === 'unsubscribed') await notifyAccount(context, campaign, subscriber, 'unsubscribed');
  }
}

async function subscriptionsOf(
  context: Context,
  subscriberId: string,
  campaignId: string | undefined,
): Promise<readonly SubscriptionRow[]> {
  const { tx, accountId } = context;
  if (campaignId === undefined) return subscriptions.list(tx, accountId, { subscriberId });
  const campaign = await requireRecord(context, 'campaigns', campaignId);
  const subscription = await subscriptions.find(tx, accountId, { campaignId: campaign.id, subscriberId });
  return subscription ? [subscription] : [];
}
