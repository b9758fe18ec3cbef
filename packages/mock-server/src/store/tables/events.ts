import type { Cause } from '../engine/cause.ts';
import { json, text } from '../engine/column.ts';
import { distinctValues } from '../engine/filter.ts';
import type { Transaction } from '../engine/store.ts';
import { type RowOf, table } from '../engine/table.ts';

/** Custom events, and those that the service records itself. */
export const events = table(
  'events',
  {
    id: text(),
    /** Null for an unidentified visitor. */
    subscriberId: text().orNull(),
    visitorUuid: text().orNull(),
    /** `custom` for events that the caller records, `timeline` for those that the service records. */
    kind: text<'custom' | 'timeline'>(),
    action: text(),
    occurredAt: text(),
    properties: json<Readonly<Record<string, unknown>>>(),
    /** What led to it; null when unknown. */
    cause: json<Cause>().orNull(),
  },
  { order: ['occurredAt', 'seq'], kept: 'events', pruned: 'visitor_uuid is not null' },
);
export interface EventRow extends RowOf<typeof events> {}

/** Reassigns a visitor's events to the identified subscriber. */
export async function adoptEvents(
  tx: Transaction,
  accountId: string,
  visitorUuid: string,
  subscriberId: string,
): Promise<void> {
  await events.change(
    tx,
    accountId,
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
