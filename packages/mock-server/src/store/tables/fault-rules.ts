import { json, mapRow, number, type StoredRow } from '../engine/row-mapping.ts';
import { raiseRevision } from '../engine/server-revision.ts';
import { changeRows, type Statements, type Transaction } from '../engine/store.ts';

/** A fault rule that servers share. */
export interface FaultRow {
  readonly seq: number;
  /** Empty for a rule of all accounts. */
  readonly accountId: string;
  /** Null for a rule that is named after its number. */
  readonly id: string | null;
  readonly definition: object;
  /** How often it matched. */
  readonly seen: number;
  /** How often it took effect. */
  readonly fired: number;
}

const { columns, placeholders, toRow, values } = mapRow<Omit<FaultRow, 'seq'>>({
  accountId: 'account_id',
  id: 'id',
  definition: json('definition'),
  seen: number('seen'),
  fired: number('fired'),
});

/** The rules of all accounts, in the order of addition. */
export async function listFaultRules(tx: Transaction): Promise<FaultRow[]> {
  const rows = await tx.all<StoredRow>(`select seq, ${columns} from fault_rules order by seq`);
  return rows.map((row) => ({ ...toRow(row), seq: Number(row.seq) }));
}

/** Adds a rule. Returns its number. */
export async function insertFaultRule(tx: Transaction, row: Omit<FaultRow, 'seq'>): Promise<number> {
  const sql = `insert into fault_rules (${columns}) values (${placeholders}) returning seq`;
  const target = { table: 'fault_rules', accountId: row.accountId };
  const inserted = await tx.insertReturning(target, sql, values(row));
  await raiseRevision(tx);
  return Number(inserted.seq);
}

export async function deleteFaultRule(
  tx: Transaction,
  { accountId, seq }: Pick<FaultRow, 'accountId' | 'seq'>,
): Promise<void> {
  await changeRows(
    tx,
    { table: 'fault_rules', accountId: accountId },
    'delete from fault_rules where account_id = ? and seq = ?',
    accountId,
    seq,
  );
  await raiseRevision(tx);
}

type CountedRow = Pick<FaultRow, 'accountId' | 'seq' | 'seen' | 'fired'>;

/** Changes the counts of a rule, unless they have changed since they were read. Returns whether it did. */
export async function putFaultCounts(
  statements: Statements,
  { accountId, seq, seen, fired }: CountedRow,
  next: Pick<FaultRow, 'seen' | 'fired'>,
): Promise<boolean> {
  const changed = await statements.change(
    { table: 'fault_rules', accountId },
    'any',
    'update fault_rules set seen = ?, fired = ? where account_id = ? and seq = ? and seen = ? and fired = ?',
    [next.seen, next.fired, accountId, seq, seen, fired],
  );
  return changed > 0;
}

/** The counts of a rule; undefined if it was removed. */
export async function findFaultCounts(
  statements: Statements,
  { accountId, seq }: Pick<FaultRow, 'accountId' | 'seq'>,
): Promise<Pick<FaultRow, 'seen' | 'fired'> | undefined> {
  const row = await statements.get<StoredRow>(
    'select seen, fired from fault_rules where account_id = ? and seq = ?',
    accountId,
    seq,
  );
  return row && { seen: Number(row.seen), fired: Number(row.fired) };
}
