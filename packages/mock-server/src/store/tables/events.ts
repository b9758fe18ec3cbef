import { type Cause, cause } from '../engine/cause.ts';
import { distinctValues, filterOf } from '../engine/filter.ts';
import { type Page, type PageChoice, selectPage } from '../engine/page.ts';
import { deleteOldest } from '../engine/prune.ts';
import { json, mapRow } from '../engine/row-mapping.ts';
import type { Transaction } from '../engine/store.ts';

export interface EventRow {
  readonly id: string;
  /** Null for an unidentified visitor. */
  readonly subscriberId: string | null;
  readonly visitorUuid: string | null;
  /** `custom` for events that the caller records, `timeline` for those that the service records. */
  readonly kind: 'custom' | 'timeline';
  readonly action: string;
  readonly occurredAt: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** What led to it; null when unknown. */
  readonly cause: Cause | null;
}

const { columns, placeholders, toRow, values } = mapRow<EventRow>({
  id: 'id',
  subscriberId: 'subscriber_id',
  visitorUuid: 'visitor_uuid',
  kind: 'kind',
  action: 'action',
  occurredAt: 'occurred_at',
  properties: json('properties'),
  cause,
});

export async function insertEvent(tx: Transaction, accountId: string, event: EventRow): Promise<void> {
  await tx.run(
    `insert into events (account_id, ${columns}) values (?, ${placeholders})`,
    accountId,
    ...values(event),
  );
}

/** Deletes the events of an unidentified visitor except the newest ones. */
export async function deleteOldEventsOf(
  tx: Transaction,
  accountId: string,
  visitorUuid: string,
  kept: number,
): Promise<void> {
  const sql = deleteOldest('events', 'account_id = ? and visitor_uuid = ? and subscriber_id is null');
  await tx.run(sql, accountId, visitorUuid, accountId, visitorUuid, kept);
}

/** Reassigns a visitor's events to the identified subscriber. */
export async function adoptEvents(
  tx: Transaction,
  accountId: string,
  visitorUuid: string,
  subscriberId: string,
): Promise<void> {
  await tx.run(
    `update events set subscriber_id = ?
     where account_id = ? and visitor_uuid = ? and subscriber_id is null`,
    subscriberId,
    accountId,
    visitorUuid,
  );
}

/** Lists one page of the distinct custom event actions by name, with the total. */
export async function listActions(
  tx: Transaction,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: string[]; total: number }> {
  const actions = distinctValues('events', 'action', "account_id = ? and kind = 'custom'");
  const counted = await tx.get<{ total: number }>(
    `${actions} select count(*) as total from found where value is not null`,
    accountId,
    accountId,
  );
  const rows = await tx.all<{ value: string }>(
    `${actions} select value from found where value is not null order by value limit ? offset ?`,
    accountId,
    accountId,
    limit,
    offset,
  );
  return { rows: rows.map((row) => row.value), total: Number(counted?.total ?? 0) };
}

export async function hasEvent(tx: Transaction, accountId: string, id: string): Promise<boolean> {
  const sql = 'select 1 as there from events where account_id = ? and id = ?';
  return (await tx.get(sql, accountId, id)) !== undefined;
}

/** Reads a page of an account's events. */
export function pageOfEvents(
  tx: Transaction,
  accountId: string,
  { subscriberId }: { readonly subscriberId?: string | undefined },
  choice?: PageChoice,
): Promise<Page<EventRow>> {
  const where = filterOf(accountId, { subscriber_id: subscriberId });
  return selectPage(tx, { columns, table: 'events', where, key: ['occurred_at', 'seq'], toRow }, choice);
}
