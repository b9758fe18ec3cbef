import { json, number, rowNumber, text } from '../engine/column.ts';
import { raiseRevision } from '../engine/server-revision.ts';
import { selectRow, sql } from '../engine/sql.ts';
import { NO_ACCOUNT, type Statements, type Transaction } from '../engine/store.ts';
import { type RowOf, table } from '../engine/table.ts';

/** The fault rules that servers share. */
const faultRules = table(
  'fault_rules',
  {
    seq: rowNumber(),
    /** Empty for a rule of all accounts. */
    accountId: text(),
    /** Null for a rule that is named after its number. */
    id: text().orNull(),
    definition: json<object>(),
    /** The number of matches. */
    seen: number(),
    /** The number of times that it took effect. */
    fired: number(),
  },
  { isShared: true },
);
export interface FaultRow extends RowOf<typeof faultRules> {}

type Key = Pick<FaultRow, 'accountId' | 'seq'>;

/** The rules of all accounts, in the order of addition. */
export const listFaultRules = (tx: Transaction): Promise<FaultRow[]> => faultRules.list(tx, NO_ACCOUNT);

/** Returns the number of the rule. */
export async function insertFaultRule(tx: Transaction, row: Omit<FaultRow, 'seq'>): Promise<number> {
  const seq = await faultRules.insertNumbered(tx, row.accountId, row);
  await raiseRevision(tx);
  return seq;
}

export async function deleteFaultRule(tx: Transaction, { accountId, seq }: Key): Promise<void> {
  const statement = sql`delete from fault_rules where account_id = ${accountId} and seq = ${seq}`;
  await faultRules.change(tx, accountId, statement);
  await raiseRevision(tx);
}

/** Changes the counts of a rule, unless they have changed since they were read. Returns whether it did. */
export async function putFaultCounts(
  statements: Statements,
  { accountId, seq, seen, fired }: Pick<FaultRow, 'accountId' | 'seq' | 'seen' | 'fired'>,
  next: Pick<FaultRow, 'seen' | 'fired'>,
): Promise<boolean> {
  const statement = sql`update fault_rules set seen = ${next.seen}, fired = ${next.fired}
    where account_id = ${accountId} and seq = ${seq} and seen = ${seen} and fired = ${fired}`;
  return (await faultRules.change(statements, accountId, statement)) > 0;
}

/** The counts of a rule; undefined if it was removed. */
export const findFaultCounts = (
  statements: Statements,
  { accountId, seq }: Key,
): Promise<Pick<FaultRow, 'seen' | 'fired'> | undefined> =>
  selectRow(
    statements,
    sql`select seen, fired from fault_rules where account_id = ${accountId} and seq = ${seq}`,
  );
