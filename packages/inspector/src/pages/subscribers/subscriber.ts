import { accountId } from '../../api/accounts.ts';
import type { Item, ResponseOf } from '../../api/responses.ts';

/** A subscriber in the list. */
export type ListedSubscriber = Item<'GET /_admin/subscribers', 'subscribers'>;

/** A subscriber with campaigns, workflows and visitors. */
export type SubscriberDetail = ResponseOf<'GET /_admin/subscribers/{subscriber_id}'>;

/** A subscriber as the REST API shows it. */
export type Subscriber = SubscriberDetail['subscriber'];

/** A subscription to a campaign. */
export type Subscription = SubscriberDetail['subscriptions'][number];

/** A membership in a workflow. */
export type Membership = SubscriberDetail['memberships'][number];

/** A browser that the subscriber used. */
export type Visitor = SubscriberDetail['visitors'][number];

/** A change of the lead score or of the lifetime value (in cents). */
export type ValueChange = SubscriberDetail['lead_score_changes'][number] &
  Partial<Pick<SubscriberDetail['lifetime_value_changes'][number], 'order_id'>>;

/** The query parameters of every operation of the chosen account. */
export const ofAccount = () => ({ account_id: accountId.value });

interface Names {
  readonly first_name?: unknown;
  readonly last_name?: unknown;
}

/** The first and last name, if the subscriber has any. */
export const nameOf = ({ first_name, last_name }: Names): string =>
  [first_name, last_name].filter((part) => typeof part === 'string' && part !== '').join(' ');
