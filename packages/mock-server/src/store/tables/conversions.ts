import { type Cause, cause } from '../engine/cause.ts';
import { filterOf, placesFor } from '../engine/filter.ts';
import { type Page, type PageChoice, selectPage } from '../engine/page.ts';
import { mapRow, number } from '../engine/row-mapping.ts';
import type { Transaction } from '../engine/store.ts';

/** A conversion: a subscriber or visitor reached a goal. */
export interface ConversionRow {
  readonly id: string;
  readonly goalId: string;
  /** Null for an unidentified visitor. */
  readonly subscriberId: string | null;
  readonly visitorUuid: string | null;
  /** Cents. */
  readonly value: number;
  /** ISO 8601. */
  readonly occurredAt: string;
  /** What led to it; null when unknown. */
  readonly cause: Cause | null;
}

const { columns, placeholders, toRow, values } = mapRow<ConversionRow>({
  id: 'id',
  goalId: 'goal_id',
  subscriberId: 'subscriber_id',
  visitorUuid: 'visitor_uuid',
  value: number('value'),
  occurredAt: 'occurred_at',
  cause,
});

/** The subscriber who converted, otherwise the visitor. */
export type ConvertedBy = Pick<ConversionRow, 'subscriberId' | 'visitorUuid'>;

export async function insertConversion(
  tx: Transaction,
  accountId: string,
  row: ConversionRow,
): Promise<void> {
  await tx.run(
    `insert into conversions (account_id, ${columns}) values (?, ${placeholders})`,
    accountId,
    ...values(row),
  );
}

/** Whether the subscriber, otherwise the visitor, has already reached a goal. */
export async function hasConverted(
  tx: Transaction,
  accountId: string,
  goalId: string,
  { subscriberId, visitorUuid }: ConvertedBy,
): Promise<boolean> {
  const column = subscriberId === null ? 'visitor_uuid' : 'subscriber_id';
  const sql = `select 1 as there from conversions where account_id = ? and goal_id = ? and ${column} = ? limit 1`;
  return (await tx.get(sql, accountId, goalId, subscriberId ?? visitorUuid)) !== undefined;
}

interface Adoption {
  readonly visitorUuid: string;
  readonly subscriberId: string;
  /** The goals that a subscriber can reach only once. */
  readonly onceOnly: readonly string[];
}

/**
 * Reassigns a visitor's conversions to the identified subscriber. Drops those of the goals `onceOnly` that the
 * subscriber has already reached.
 */
export async function adoptConversions(
  tx: Transaction,
  accountId: string,
  { visitorUuid, subscriberId, onceOnly }: Adoption,
): Promise<void> {
  const ofVisitor = 'account_id = ? and visitor_uuid = ? and subscriber_id is null';
  await tx.run(
    `delete from conversions where ${ofVisitor} and goal_id in (${placesFor(onceOnly)})
     and goal_id in (select goal_id from conversions where account_id = ? and subscriber_id = ?)`,
    accountId,
    visitorUuid,
    ...onceOnly,
    accountId,
    subscriberId,
  );
  await tx.run(
    `update conversions set subscriber_id = ? where ${ofVisitor}`,
    subscriberId,
    accountId,
    visitorUuid,
  );
}

/** A filter for conversions; absent members match all. */
interface ConversionFilter {
  readonly goalId?: string | undefined;
  readonly subscriberId?: string | undefined;
}

/** Reads a page of an account's conversions. */
export function pageOfConversions(
  tx: Transaction,
  accountId: string,
  { goalId, subscriberId }: ConversionFilter,
  choice?: PageChoice,
): Promise<Page<ConversionRow>> {
  const where = filterOf(accountId, { goal_id: goalId, subscriber_id: subscriberId });
  return selectPage(tx, { columns, table: 'conversions', where, key: ['seq'], toRow }, choice);
}
