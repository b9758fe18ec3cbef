import { field as f } from '@trickle/sdk/contract';
import { defaultPage, numbers, span, withinNumbers, withinSeconds } from '../fields.ts';
import { operation } from '../operation.ts';
import { readActivity } from '../queries/history/activity.ts';
import { readSubscriber, readSubscribers } from '../queries/subscribers.ts';

export const subscribers = {
  /** Lists and searches subscribers. */
  list: operation({
    route: 'GET /_admin/subscribers',
    answers: '`subscribers`, each with when and why they `unsubscribed`, their `total`, and `next_cursor`.',
    input: () => ({
      /** A part of the email address, name, id or user id; case-insensitive. */
      search: f.optional(f.name()),
      status: f.optional(f.oneOf('active', 'unsubscribed', 'undeliverable', 'removed')),
      tag: f.optional(f.name()),
      ...span(),
      /** The lead score: `80`, `>50`, `10..20`. */
      score: f.optional(numbers()),
      /** The lifetime value in dollars, such as `>100`. */
      value: f.optional(numbers()),
      /** Default `created_at`. */
      sort: f.optional(f.oneOf('created_at', 'email', 'lead_score', 'lifetime_value')),
      /** Default `oldest`: lowest first. */
      order: f.optional(f.oneOf('oldest', 'newest')),
      ...defaultPage(),
    }),
    run: (context, { since, until, score, value, ...query }) =>
      readSubscribers(context, {
        ...query,
        conditions: [
          ...withinSeconds('created_at', { since, until }),
          ...withinNumbers('lead_score', score),
          ...withinNumbers('lifetime_value', value, 100),
        ],
      }),
  }),
  /** Gets a subscriber with campaigns, workflows and visitors. */
  get: operation({
    route: 'GET /_admin/subscribers/{subscriber_id}',
    answers:
      '`subscriber`, `subscriptions`, `memberships`, `visitors`, and the latest 200 `lead_score_changes` and `lifetime_value_changes`, newest first.',
    run: (context, { subscriberId }) => readSubscriber(context, subscriberId),
  }),
  /** Lists what happened to a subscriber, newest first. */
  activity: operation({
    route: 'GET /_admin/subscribers/{subscriber_id}/activity',
    answers:
      '`activity`, each with `type`, `at`, `title`, `detail`, its `cause` and the `refs` it leads to, and `next_cursor`.',
    input: defaultPage,
    act: (scope, { accountId, subscriberId, ...page }) => readActivity(scope, accountId, subscriberId, page),
  }),
};
