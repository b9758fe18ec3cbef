import { number, text } from '../engine/column.ts';
import { placed } from '../engine/place.ts';
import { sql } from '../engine/sql.ts';
import type { Transaction } from '../engine/store.ts';
import { type RowOf, table } from '../engine/table.ts';

/** Conversions: subscribers and visitors who reached goals. */
export const conversions = table(
  'conversions',
  {
    id: text(),
    goalId: text(),
    /** Null for an unidentified visitor. */
    subscriberId: text().orNull(),
    visitorUuid: text().orNull(),
    /** Cents. */
    value: number(),
    /** ISO 8601. */
    occurredAt: text(),
    ...placed(),
  },
  { kept: 'events', pruned: 'visitor_uuid is not null' },
);
export interface ConversionRow extends RowOf<typeof conversions> {}

export type ConvertedBy = Pick<ConversionRow, 'subscriberId' | 'visitorUuid'>;

interface Adoption {
  readonly visitorUuid: string;
  readonly subscriberId: string;
  /** The goals that a subscriber can reach only once. */
  readonly onceOnly: readonly string[];
}

/** Reassigns a visitor's conversions to a subscriber, without those `onceOnly` that the subscriber has already. */
export async function adoptConversions(
  tx: Transaction,
  accountId: string,
  { visitorUuid, subscriberId, onceOnly }: Adoption,
): Promise<void> {
  const ofVisitor = sql`account_id = ${accountId} and visitor_uuid = ${visitorUuid} and subscriber_id is null`;
  await conversions.change(
    tx,
    accountId,
    sql`delete from conversions where ${ofVisitor} and goal_id in (${onceOnly}) and goal_id in (
      select goal_id from conversions where account_id = ${accountId} and subscriber_id = ${subscriberId})`,
  );
  await conversions.change(
    tx,
    accountId,
    sql`update conversions set subscriber_id = ${subscriberId} where ${ofVisitor}`,
  );
}
