import type { Transaction } from '../engine/store.ts';

/** A number for each hour, by the hour's beginning as in `2026-03-06T12`. */
export type CountByHour = ReadonlyMap<string, number>;

interface HourRow {
  readonly hour: string;
  readonly count: number;
}

const byHour = (rows: readonly HourRow[]): CountByHour =>
  new Map(rows.map(({ hour, count }) => [hour, Number(count)]));

/** Counts an account's events by hour, from an hour on. */
export async function countEventsByHour(
  tx: Transaction,
  accountId: string,
  since: string,
): Promise<CountByHour> {
  return byHour(
    await tx.all<HourRow>(
      `select substr(occurred_at, 1, 13) as hour, count(*) as count from domain_events
       where account_id = ? and occurred_at >= ? group by hour`,
      accountId,
      since,
    ),
  );
}

/** Counts an account's emails by hour, from an hour on: those of mailings, and others that are still in the outbox. */
export async function countEmailsByHour(
  tx: Transaction,
  accountId: string,
  since: string,
): Promise<CountByHour> {
  return byHour(
    await tx.all<HourRow>(
      `select substr(sent_at, 1, 13) as hour, count(*) as count from (
         select sent_at from deliveries where account_id = ? and sent_at >= ?
         union all
         select sent_at from outbox where account_id = ? and delivery_id is null and sent_at >= ?
       ) emails group by hour`,
      accountId,
      since,
      accountId,
      since,
    ),
  );
}

/** The condition for webhook deliveries that have failed at least once and never succeeded. */
const HAS_FAILED = `(state = 'given_up' or (state = 'pending' and attempts <> '[]'))`;

/** Webhook deliveries of an hour. */
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
  const rows = await tx.all<{ hour: number; count: number; failed: number }>(
    `select created_at / 3600000 as hour, count(*) as count, sum(case when ${HAS_FAILED} then 1 else 0 end) as failed
     from webhook_deliveries where account_id = ? and created_at >= ? group by created_at / 3600000`,
    accountId,
    since,
  );
  return new Map(
    rows.map(({ hour, count, failed }) => [Number(hour), { all: Number(count), failed: Number(failed) }]),
  );
}

/** Counts an account's records by noun. */
export async function countRecords(tx: Transaction, accountId: string): Promise<Record<string, number>> {
  const nouns = {
    subscribers: 'subscribers where account_id = ?',
    active_subscribers: "subscribers where account_id = ? and status = 'active'",
    campaigns: 'campaigns where account_id = ?',
    broadcasts: 'broadcasts where account_id = ?',
    workflows: 'workflows where account_id = ?',
    forms: 'forms where account_id = ?',
    webhooks: 'webhooks where account_id = ?',
    emails: 'outbox where account_id = ?',
    orders: 'orders where account_id = ?',
  };
  const counts: Record<string, number> = {};
  for (const [noun, rows] of Object.entries(nouns)) {
    const row = await tx.get<{ count: number }>(`select count(*) as count from ${rows}`, accountId);
    counts[noun] = Number(row?.count ?? 0);
  }
  return counts;
}

/** The most used open window of a rate limit. */
export interface UsedWindow {
  readonly budget: string;
  readonly openedAt: number;
  readonly used: number;
}

/** Lists the rate windows of an account that opened after a time in milliseconds, most used first. */
export async function listOpenWindows(
  tx: Transaction,
  accountId: string,
  after: number,
): Promise<UsedWindow[]> {
  const rows = await tx.all<{ budget: string; opened_at: number; used: number }>(
    `select budget, opened_at, used from rate_windows
     where account_id = ? and opened_at > ? order by used desc, opened_at desc`,
    accountId,
    after,
  );
  return rows.map(({ budget, opened_at, used }) => ({
    budget,
    openedAt: Number(opened_at),
    used: Number(used),
  }));
}

/** The numbers of a webhook's deliveries by state. */
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

/** Counts an account's webhook deliveries by webhook. */
export async function countWebhookDeliveries(
  tx: Transaction,
  accountId: string,
): Promise<ReadonlyMap<string, WebhookFigures>> {
  const rows = await tx.all<{ webhook_id: string } & WebhookFigures>(
    `select webhook_id, sum(case when state = 'delivered' then 1 else 0 end) as delivered,
       sum(case when state = 'given_up' then 1 else 0 end) as failed,
       sum(case when state = 'pending' then 1 else 0 end) as pending,
       sum(case when state = 'dropped' then 1 else 0 end) as dropped,
       sum(case when state = 'held' then 1 else 0 end) as held,
       sum(case when ${HAS_FAILED} then 1 else 0 end) as failures
     from webhook_deliveries where account_id = ? group by webhook_id`,
    accountId,
  );
  return new Map(
    rows.map(({ webhook_id: id, delivered, failed, pending, dropped, held, failures }) => [
      id,
      {
        delivered: Number(delivered),
        failed: Number(failed),
        pending: Number(pending),
        dropped: Number(dropped),
        held: Number(held),
        failures: Number(failures),
      },
    ]),
  );
}
