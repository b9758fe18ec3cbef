import type { StoredRow } from '../engine/row-mapping.ts';
import { changeRows, type Transaction } from '../engine/store.ts';

/** A checkpoint that servers share, without its state. */
export interface CheckpointRow {
  readonly seq: number;
  /** Empty for a checkpoint of the whole server. */
  readonly accountId: string;
  /** Server time, ISO 8601 with milliseconds. */
  readonly at: string;
  readonly name: string | null;
}

/** Adds a checkpoint with its state as JSON. Returns its number. */
export async function insertCheckpoint(
  tx: Transaction,
  { accountId, at, name }: Omit<CheckpointRow, 'seq'>,
  state: string,
): Promise<number> {
  const sql = 'insert into checkpoints (account_id, at, name, state) values (?, ?, ?, ?) returning seq';
  const values = [accountId, at, name, state];
  const { seq } = await tx.insertReturning({ table: 'checkpoints', accountId }, sql, values);
  return Number(seq);
}

/** The checkpoints of all accounts, oldest first. */
export async function listCheckpoints(tx: Transaction): Promise<CheckpointRow[]> {
  const rows = await tx.all<StoredRow>('select seq, account_id, at, name from checkpoints order by seq');
  return rows.map((row) => ({
    seq: Number(row.seq),
    accountId: String(row.account_id),
    at: String(row.at),
    name: row.name == null ? null : String(row.name),
  }));
}

type Key = Pick<CheckpointRow, 'accountId' | 'seq'>;

/** The sizes of an account's checkpoints in bytes, oldest first. */
export async function listCheckpointSizes(
  tx: Transaction,
  accountId: string,
): Promise<(Key & { readonly bytes: number })[]> {
  const sql = 'select seq, octet_length(state) as bytes from checkpoints where account_id = ? order by seq';
  const rows = await tx.all<StoredRow>(sql, accountId);
  return rows.map(({ seq, bytes }) => ({ accountId, seq: Number(seq), bytes: Number(bytes) }));
}

/** The state of a checkpoint; undefined if it was deleted. */
export async function findCheckpointState(
  tx: Transaction,
  { accountId, seq }: Key,
): Promise<string | undefined> {
  const sql = 'select state from checkpoints where account_id = ? and seq = ?';
  const row = await tx.get<{ state: string }>(sql, accountId, seq);
  return row?.state;
}

/** Gives a checkpoint a name. Returns the number renamed. */
export const renameCheckpoint = (tx: Transaction, { accountId, seq }: Key, name: string): Promise<number> =>
  changeRows(
    tx,
    { table: 'checkpoints', accountId },
    'update checkpoints set name = ? where account_id = ? and seq = ?',
    name,
    accountId,
    seq,
  );

/** Deletes a checkpoint. Returns the number deleted. */
export const deleteCheckpoint = (tx: Transaction, { accountId, seq }: Key): Promise<number> =>
  changeRows(
    tx,
    { table: 'checkpoints', accountId: accountId },
    'delete from checkpoints where account_id = ? and seq = ?',
    accountId,
    seq,
  );
