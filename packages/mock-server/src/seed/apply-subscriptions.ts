import { planSubscription } from '../domain/campaign-subscriptions/scheduling.ts';
import type { Context } from '../domain/context/context.ts';
import { findSubscriber } from '../domain/records/subscriber.ts';
import { enqueueSteps } from '../domain/workflow-triggers/handle-event.ts';
import { isoTime, parseTime } from '../shared/values/time.ts';
import { putSubscription, type SubscriptionRow } from '../store/tables/campaign-subscriptions.ts';
import { deliveries as emailDeliveries } from '../store/tables/deliveries.ts';
import type { RecordRow } from '../store/tables/records.ts';
import { memberships } from '../store/tables/workflow-memberships.ts';
import { createdAt } from './created-at.ts';
import type { AccountSeed, CampaignSeed } from './schema.ts';

type CampaignSubscribers = NonNullable<CampaignSeed['subscribers']>;
type WorkflowSubscribers = NonNullable<NonNullable<AccountSeed['workflows']>[number]['subscribers']>;

/*
 * Seeded subscriptions and workflow memberships are in the past, so they emit no events.
 */

export async function applyCampaignSubscribers(
  context: Context,
  campaign: RecordRow<'campaigns'>,
  subscribers: CampaignSubscribers,
): Promise<void> {
  const { services, tx, accountId, place } = context;
  for (const { email, status = 'active', created_at, deliveries = [], ...members } of subscribers) {
    const subscriber = await findSubscriber(context, email);
    const last = deliveries.at(-1);
    const subscription: SubscriptionRow = {
      id: services.ids.letters(),
      campaignId: campaign.id,
      subscriberId: subscriber.id,
      status,
      createdAt: createdAt(context, { created_at }),
      nextSendAt: null,
      root: place.root,
      parent: place.parent,
      data: {
        is_complete: members.is_complete ?? false,
        lap: members.lap ?? 1,
        starting_email_index: members.starting_email_index ?? 0,
        ...(last && {
          last_sent_email_index: last.email_index,
          last_sent_email_at: isoTime(parseTime(last.sent_at)),
        }),
      },
    };
    await putSubscription(tx, accountId, subscription);
    for (const delivery of deliveries) {
      await applyDelivery(context, campaign, subscriber.id, delivery);
    }
    await planSubscription(context, campaign, subscriber, subscription);
  }
}

async function applyDelivery(
  { services, tx, accountId, place }: Context,
  { id: campaignId, data: { emails } }: RecordRow<'campaigns'>,
  subscriberId: string,
  delivery: NonNullable<CampaignSubscribers[number]['deliveries']>[number],
): Promise<void> {
  const time = (text: string | undefined) => (text === undefined ? null : isoTime(parseTime(text)));
  await emailDeliveries.insert(tx, accountId, {
    id: services.ids.letters(),
    campaignId,
    broadcastId: null,
    workflowId: null,
    // Validation has checked that the email exists.
    emailId: emails[delivery.email_index]?.id ?? '',
    emailSubject: emails[delivery.email_index]?.subject ?? '',
    subscriberId,
    sentAt: isoTime(parseTime(delivery.sent_at)),
    openedAt: time(delivery.opened_at),
    clickedAt: time(delivery.clicked_at),
    unsubscribedAt: time(delivery.unsubscribed_at),
    bouncedAt: null,
    complainedAt: null,
    ...place,
  });
}

export async function applyWorkflowSubscribers(
  context: Context,
  workflowId: string,
  subscribers: WorkflowSubscribers,
  steps: number,
): Promise<void> {
  const { services, tx, accountId, place } = context;
  for (const { email, created_at, step = 0 } of subscribers) {
    const { id: subscriberId } = await findSubscriber(context, email);
    const membership = {
      workflowId,
      subscriberId,
      createdAt: createdAt(context, { created_at }),
      step,
      waitsFor: null,
      event: null,
      ...place,
      run: services.ids.hex(),
      depth: 0,
    };
    await memberships.insertNew(tx, accountId, membership, ['workflowId', 'subscriberId']);
    if (steps > 0) await enqueueSteps(context, membership);
  }
}
