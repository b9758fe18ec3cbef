import { countRows } from '../engine/page.ts';
import { allOf, plain, selectRows, sql } from '../engine/sql.ts';
import type { Transaction } from '../engine/store.ts';

/** A number for each hour, by the hour's beginning as in `2026-03-06T12`. */
export type CountByHour = ReadonlyMap<string, number>;

const byHour = (rows: readonly { readonly hour: string; readonly count: number }[]): CountByHour =>
  new Map(rows.map(({ hour, count }) => [hour, count]));

/** Counts an account's events by hour, from an hour on. Those of a seed do not count. */
export const countEventsByHour = async (
  tx: Transaction,
  accountId: string,
  since: string,
): Promise<CountByHour> =>
  byHour(
    await selectRows(
      tx,
      sql`select substr(occurred_at, 1, 13) as hour, count(*) as count from domain_events
        where account_id = ${accountId} and occurred_at >= ${since}
          and (parent is null or substr(parent, 1, 4) <> 'seed') group by hour`,
    ),
  );

/** Counts an account's emails by hour, from an hour on: those of mailings, and others that are still in the outbox. */
export const countEmailsByHour = async (
  tx: Transaction,
  accountId: string,
  since: string,
): Promise<CountByHour> =>
  byHour(
    await selectRows(
      tx,
      sql`select substr(sent_at, 1, 13) as hour, count(*) as count from (
          select sent_at from deliveries where account_id = ${accountId} and sent_at >= ${since}
          union all
          select sent_at from outbox
          where account_id = ${accountId} and delivery_id is null and sent_at >= ${since}
        ) emails group by hour`,
    ),
  );

/** The condition for webhook deliveries that have failed at least once and never succeeded. */
const HAS_FAILED = plain(`(state = 'given_up' or (state = 'pending' and attempts <> '[]'))`);

export interface DeliveryCount {
  readonly all: number;
  /** Deliveries whose latest attempt failed. */
  readonly failed: number;
}

/** Counts an account's webhook deliveries by hour since 1970, from a time in milliseconds on. */
export async function countWebhookDeliveriesByHour(
  tx: Transaction,
  accountId: string,
  since: number,
): Promise<ReadonlyMap<number, DeliveryCount>> {
  const rows = await selectRows<{ readonly hour: number } & DeliveryCount>(
    tx,
    sql`select created_at / 3600000 as hour, count(*) as "all", count(*) filter (where ${HAS_FAILED}) as failed
      from webhook_deliveries where account_id = ${accountId} and created_at >= ${since}
      group by created_at / 3600000`,
  );
  return new Map(rows.map(({ hour, ...count }) => [hour, count]));
}

const NOUNS = {
  subscribers: 'subscribers',
  campaigns: 'campaigns',
  broadcasts: 'broadcasts',
  workflows: 'workflows',
  forms: 'forms',
  webhooks: 'webhooks',
  emails: 'outbox',
  orders: 'orders',
} as const;

export async function countRecords(tx: Transaction, accountId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const where = sql`account_id = ${accountId}`;
  for (const [noun, table] of Object.entries(NOUNS)) counts[noun] = await countRows(tx, { table, where });
  const isActive = allOf([where, sql`status = 'active'`]);
  return { ...counts, active_subscribers: await countRows(tx, { table: 'subscribers', where: isActive }) };
}

/** The most used open window of a rate limit. */
export interface UsedWindow {
  readonly budget: string;
  readonly openedAt: number;
  readonly used: number;
}

/** Lists the rate windows of an account that opened after a time in milliseconds, most used first. */
export const listOpenWindows = (tx: Transaction, accountId: string, after: number): Promise<UsedWindow[]> =>
  selectRows(
    tx,
    sql`select budget, opened_at as "openedAt", used from rate_windows
      where account_id = ${accountId} and opened_at > ${after} order by used desc, opened_at desc`,
  );

export interface WebhookFigures {
  readonly delivered: number;
  /** Given up. */
  readonly failed: number;
  readonly pending: number;
  /** Never sent, since the webhook was disabled or deleted. */
  readonly dropped: number;
  /** Never sent, since the account is offline. */
  readonly held: number;
  /** Deliveries that are pending after a failed attempt, or given up. */
  readonly failures: number;
}

export async function countWebhookDeliveries(
  tx: Transaction,
  accountId: string,
): Promise<ReadonlyMap<string, WebhookFigures>> {
  const rows = await selectRows<{ readonly id: string } & WebhookFigures>(
    tx,
    sql`select webhook_id as id, count(*) filter (where state = 'delivered') as delivered,
        count(*) filter (where state = 'given_up') as failed, count(*) filter (where state = 'pending') as pending,
        count(*) filter (where state = 'dropped') as dropped, count(*) filter (where state = 'held') as held,
        count(*) filter (where ${HAS_FAILED}) as failures
      from webhook_deliveries where account_id = ${accountId} group by webhook_id`,
  );
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}
