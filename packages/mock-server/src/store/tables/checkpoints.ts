import { rowNumber, text } from '../engine/column.ts';
import { selectRows, selectValue, sql } from '../engine/sql.ts';
import { NO_ACCOUNT, type Transaction } from '../engine/store.ts';
import { type RowOf, table } from '../engine/table.ts';

/** The checkpoints that servers share, without their states. */
const checkpoints = table(
  'checkpoints',
  {
    seq: rowNumber(),
    /** Empty for a checkpoint of the whole server. */
    accountId: text(),
    /** Server time, ISO 8601 with milliseconds. */
    at: text(),
    name: text().orNull(),
    state: text().hidden(),
  },
  { isShared: true },
);
export interface CheckpointRow extends RowOf<typeof checkpoints> {}

/** Adds a checkpoint with its state as JSON. Returns its number. */
export const insertCheckpoint = (
  tx: Transaction,
  checkpoint: Omit<CheckpointRow, 'seq'>,
  state: string,
): Promise<number> => checkpoints.insertNumbered(tx, checkpoint.accountId, { ...checkpoint, state });

/** The checkpoints of all accounts, oldest first. */
export const listCheckpoints = (tx: Transaction): Promise<CheckpointRow[]> =>
  checkpoints.list(tx, NO_ACCOUNT);

type Key = Pick<CheckpointRow, 'accountId' | 'seq'>;

const of = ({ accountId, seq }: Key) => sql`account_id = ${accountId} and seq = ${seq}`;

/** The sizes of an account's checkpoints in bytes, oldest first. */
export async function listCheckpointSizes(
  tx: Transaction,
  accountId: string,
): Promise<(Key & { readonly bytes: number })[]> {
  const rows = await selectRows<{ readonly seq: number; readonly bytes: number }>(
    tx,
    sql`select seq, octet_length(state) as bytes from checkpoints where account_id = ${accountId} order by seq`,
  );
  return rows.map((row) => ({ accountId, ...row }));
}

/** The state of a checkpoint; undefined if it was deleted. */
export const findCheckpointState = (tx: Transaction, key: Key): Promise<string | undefined> =>
  selectValue(tx, sql`select state from checkpoints where ${of(key)}`);

/** Returns the number renamed. */
export const renameCheckpoint = (tx: Transaction, key: Key, name: string): Promise<number> =>
  checkpoints.change(tx, key.accountId, sql`update checkpoints set name = ${name} where ${of(key)}`);

/** Returns the number deleted. */
export const deleteCheckpoint = (tx: Transaction, key: Key): Promise<number> =>
  checkpoints.change(tx, key.accountId, sql`delete from checkpoints where ${of(key)}`);
