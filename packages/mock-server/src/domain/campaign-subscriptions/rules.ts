import type { SubscriptionRow } from '../../store/tables/campaign-subscriptions.ts';
import type { RecordRow } from '../../store/tables/records.ts';
import type { SubscriberRow } from '../../store/tables/subscribers.ts';
import { subscriberActive } from '../records/subscriber.ts';
import { type Finding, finding } from '../rules.ts';
import { seriesPosition } from './position.ts';

export interface CampaignOf {
  readonly campaign: RecordRow<'campaigns'>;
  readonly subscriber: SubscriberRow;
}

export const campaignActive = ({ id, name, status }: RecordRow<'campaigns'>): Finding =>
  finding({ type: 'campaign', id }, 'campaign_active', {
    isMet: status === 'active',
    text: `The campaign '${name}' is ${status === 'draft' ? 'a draft' : status}.`,
  });

export function* campaignRules({ campaign, subscriber }: CampaignOf): Generator<Finding> {
  yield campaignActive(campaign);
  yield subscriberActive(subscriber);
}

/** Whether the next email of a series is planned for a subscriber. */
export function* seriesRules(
  { campaign, subscriber }: CampaignOf,
  subscription: SubscriptionRow,
): Generator<Finding> {
  const { status } = subscription;
  const { email } = subscriber;
  const series = `the campaign '${campaign.name}'`;
  const about = { type: 'subscriber', id: subscriber.id } as const;
  yield finding(about, 'subscription_confirmed', {
    isMet: status !== 'unconfirmed',
    text:
      status === 'unconfirmed'
        ? `${email} has been asked to confirm the subscription to ${series} by email, and has not confirmed it.`
        : `The subscription to ${series} waits for no confirmation.`,
  });
  yield finding(about, 'subscription_active', {
    isMet: status === 'active' || status === 'unconfirmed',
    text:
      status === 'unsubscribed'
        ? `${email} has unsubscribed from ${series}.`
        : status === 'removed'
          ? `${email} has been removed from ${series}.`
          : `${email} is subscribed to ${series}.`,
  });
  yield* campaignRules({ campaign, subscriber });
  const { next, isPending = false } = seriesPosition(subscription);
  const total = campaign.data.emails.length;
  const isOver = subscription.data.is_complete || next >= total;
  yield finding({ type: 'campaign', id: campaign.id }, 'email_left', {
    isMet: !isOver,
    text: isOver
      ? `${email} has been through all ${total} emails of ${series}.`
      : `The next email of ${series} for ${email} is email ${next + 1} of ${total}.`,
  });
  if (!isPending) return;
  const text = `Email ${next + 1} waits for its dynamic content.`;
  yield { rule: 'content_ready', result: 'waits', text, about: null };
}
