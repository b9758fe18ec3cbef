import { seriesPosition } from '../../domain/campaign-subscriptions/position.ts';
import type { Context } from '../../domain/context/context.ts';
import { findSubscriber, subscriberResource } from '../../domain/records/subscriber.ts';
import { sql } from '../../store/engine/sql.ts';
import {
  countSubscribers,
  listTagsOfAll,
  listUnsubscriptions,
  pageOfSubscribers,
  type SubscriberSearch,
  type SubscriberSort,
} from '../../store/queries/subscribers.ts';
import { subscriptions } from '../../store/tables/campaign-subscriptions.ts';
import { type ValueChange, valueChanges } from '../../store/tables/value-changes.ts';
import { visitors } from '../../store/tables/visitors.ts';
import { memberships } from '../../store/tables/workflow-memberships.ts';
import { namesOf } from './mailings.ts';
import { choiceOf, type ListQuery, listed } from './pages.ts';
import { stepId, waitingAt } from './workflows.ts';

export interface SubscriberQuery extends SubscriberSearch, ListQuery {
  readonly sort?: SubscriberSort | undefined;
}

export async function readSubscribers(
  { tx, accountId }: Context,
  { limit = 100, cursor, order, sort = 'created_at', ...search }: SubscriberQuery,
) {
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
}

export async function readSubscriber(context: Context, idOrEmail: string) {
  const { tx, accountId, services } = context;
  const row = await findSubscriber(context, idOrEmail);
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
}

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
