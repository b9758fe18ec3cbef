import { json, text } from '../engine/column.ts';
import { distinctValues } from '../engine/filter.ts';
import { placed } from '../engine/place.ts';
import { selectColumn, selectValue, sql } from '../engine/sql.ts';
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
    ...placed(),
  },
  { order: ['occurredAt', 'seq'], kept: 'events', pruned: 'visitor_uuid is not null' },
);
export interface EventRow extends RowOf<typeof events> {}

export async function adoptEvents(
  tx: Transaction,
  accountId: string,
  visitorUuid: string,
  subscriberId: string,
): Promise<void> {
  await events.change(
    tx,
    accountId,
    sql`update events set subscriber_id = ${subscriberId}
      where account_id = ${accountId} and visitor_uuid = ${visitorUuid} and subscriber_id is null`,
  );
}

/** Lists one page of the distinct custom event actions by name, with the total. */
export async function listActions(
  tx: Transaction,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: string[]; total: number }> {
  const actions = distinctValues('events', 'action', sql`account_id = ${accountId} and kind = 'custom'`);
  const all = sql`from found where value is not null`;
  const total = (await selectValue<number>(tx, sql`${actions} select count(*) ${all}`)) ?? 0;
  const rows = sql`${actions} select value ${all} order by value limit ${limit} offset ${offset}`;
  return { rows: await selectColumn(tx, rows), total };
}
