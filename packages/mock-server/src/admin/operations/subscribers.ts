import { field as f } from '@trickle/sdk/contract';
import { seriesPosition } from '../../domain/campaign-subscriptions/position.ts';
import type { Context } from '../../domain/context/context.ts';
import { findSubscriber, subscriberResource } from '../../domain/records/subscriber.ts';
import { sql } from '../../store/engine/sql.ts';
import {
  countSubscribers,
  listTagsOfAll,
  listUnsubscriptions,
  pageOfSubscribers,
} from '../../store/queries/subscribers.ts';
import { subscriptions } from '../../store/tables/campaign-subscriptions.ts';
import { type ValueChange, valueChanges } from '../../store/tables/value-changes.ts';
import { visitors } from '../../store/tables/visitors.ts';
import { memberships } from '../../store/tables/workflow-memberships.ts';
import { defaultPage, numbers, span, withinNumbers, withinSeconds } from '../fields.ts';
import { operation } from '../operation.ts';
import { readActivity } from '../queries/history/activity.ts';
import { namesOf } from '../queries/mailings.ts';
import { choiceOf, listed } from '../queries/pages.ts';
import { creationOf } from './creation.ts';
import { stepId, waitingAt } from './workflows.ts';

/** Subscribers, as the inspector reads them. */
export const subscribers = {
  create: creationOf('subscribers'),
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
    async run({ tx, accountId }, { since, until, score, value, ...given }) {
      const { limit = 100, cursor, order, sort = 'created_at', ...filter } = given;
      const conditions = [
        ...withinSeconds('created_at', { since, until }),
        ...withinNumbers('lead_score', score),
        ...withinNumbers('lifetime_value', value, 100),
      ];
      const search = { ...filter, conditions };
      const query = { limit, cursor, order };
      const page = await pageOfSubscribers(tx, accountId, { ...search, sort }, choiceOf(query, 2));
      const { rows, nextCursor = null } = listed(query, page);
      const ids = rows.map(({ id }) => id);
      const tags = await listTagsOfAll(tx, accountId, ids);
      const unsubscribed = rows.filter(({ status }) => status === 'unsubscribed').map(({ id }) => id);
      const reasons = await listUnsubscriptions(tx, accountId, unsubscribed);
      return {
        subscribers: rows.map((row) => ({
          ...row,
          tags: tags.get(row.id) ?? [],
          unsubscribed: reasons.get(row.id) ?? null,
        })),
        total: await countSubscribers(tx, accountId, search),
        nextCursor,
      };
    },
  }),
  /** Gets a subscriber with campaigns, workflows and visitors. */
  get: operation({
    route: 'GET /_admin/subscribers/{subscriber_id}',
    answers:
      '`subscriber`, `subscriptions`, `memberships`, `visitors`, and the latest 200 `lead_score_changes` and `lifetime_value_changes`, newest first.',
    async run(context, { subscriberId }) {
      const { tx, accountId, services } = context;
      const row = await findSubscriber(context, subscriberId);
      const changes = (kind: ValueChange['kind']) =>
        valueChanges.all(
          tx,
          accountId,
          sql`subscriber_id = ${row.id} and kind = ${kind} order by seq desc limit 200`,
        );
      return {
        subscriber: {
          ...(await subscriberResource(context, row, services.baseUrl())),
          delivery_status: row.status,
        },
        subscriptions: await subscriptionsOf(context, row.id),
        memberships: await membershipsOf(context, row.id),
        visitors: await visitors.all(tx, accountId, sql`subscriber_id = ${row.id} order by seq desc`),
        leadScoreChanges: (await changes('lead_score')).map(shown),
        lifetimeValueChanges: (await changes('lifetime_value')).map((change) => ({
          ...shown(change),
          orderId: change.orderId,
        })),
      };
    },
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

const shown = ({ changedAt: at, change, total, reason, cause }: ValueChange) => ({
  at,
  change,
  total,
  reason,
  cause,
});

async function subscriptionsOf(context: Context, subscriberId: string) {
  const rows = await subscriptions.list(context.tx, context.accountId, { subscriberId });
  if (rows.length === 0) return [];
  const names = await namesOf(context, 'campaigns');
  return rows.map((row) => ({
    id: row.id,
    campaignId: row.campaignId,
    campaignName: names.get(row.campaignId) ?? null,
    status: row.status,
    isComplete: row.data.is_complete,
    lap: row.data.lap,
    nextEmailNumber: row.data.is_complete || row.status !== 'active' ? null : seriesPosition(row).next + 1,
    nextSendAt: row.nextSendAt === null ? null : new Date(row.nextSendAt).toISOString(),
    lastSentEmailAt: row.data.last_sent_email_at ?? null,
    createdAt: row.createdAt,
  }));
}

async function membershipsOf(context: Context, subscriberId: string) {
  const rows = await memberships.list(context.tx, context.accountId, { subscriberId });
  if (rows.length === 0) return [];
  const names = await namesOf(context, 'workflows');
  return rows.map(({ run, depth, ...row }) => ({
    ...row,
    workflowName: names.get(row.workflowId) ?? null,
    stepId: stepId(waitingAt(row)),
  }));
}
