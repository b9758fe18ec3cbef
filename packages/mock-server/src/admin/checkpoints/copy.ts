import { turns } from '../../shared/platform/timers.ts';
import { insertRows, readRows, replaceAccount, writeAccount } from '../../store/engine/rows.ts';
import { openSqlite, readImage } from '../../store/engine/sqlite.ts';
import {
  NO_ACCOUNT,
  type Rows,
  type Snapshot,
  type Store,
  type StoredRow,
  type Transaction,
} from '../../store/engine/store.ts';
import { listUsersElsewhere, tokens as tokenRows } from '../../store/tables/accounts.ts';

/** Copies the database, or the rows of one account. */
export async function copyOf(store: Store, accountId?: string): Promise<Snapshot> {
  if (accountId === undefined) return store.snapshot();
  return { rows: await store.readApart((tx) => readRows(tx, accountId), accountId) };
}

/**
 * Restores the database, or one account, from a copy. A user who also belongs to other accounts keeps their present
 * tokens. The copy's other tokens would open those accounts too, so `onForeignToken` is called for each instead.
 */
export async function restoreCopy(
  store: Store,
  copy: Snapshot,
  accountId?: string,
  {
    onForeignToken = () => undefined,
    keepsAccess = false,
    onRestored = () => undefined,
  }: {
    readonly onForeignToken?: (userId: string) => void;
    /** Whether users, roles and tokens stay as they are: a key must not open an account again for those who were removed. */
    readonly keepsAccess?: boolean;
    /** Sets the clocks of the copy. Called before any restored job can run. */
    readonly onRestored?: () => void;
  } = {},
): Promise<void> {
  if ('image' in copy) return store.restore(copy, onRestored);
  if (accountId === undefined) return store.restore({ rows: unclaimed(copy.rows) }, onRestored);
  const { tokens: copied = [], ...rest } = unclaimed(copy.rows);
  const restore = async (tx: Transaction) => {
    const roles = 'select * from memberships where account_id = ?';
    const access = keepsAccess && { memberships: await tx.all<StoredRow>(roles, accountId), users: [] };
    const [rows, tokens] = [{ ...rest, ...access }, access ? [] : copied];
    await replaceAccount(tx, accountId, rows);
    const elsewhere: ReadonlySet<unknown> = await listUsersElsewhere(tx, accountId);
    await insertRows(tx, { tokens: tokens.filter(({ user_id: id }) => !elsewhere.has(id)) });
    for (const { token, user_id: id } of tokens) {
      if (elsewhere.has(id) && !(await tokenRows.has(tx, NO_ACCOUNT, { token: String(token) })))
        onForeignToken(String(id));
    }
    await tx.renumber();
    tx.afterCommit(onRestored);
  };
  await writeAccount(store, accountId, restore, copy.rows);
}

export async function rowsOf(copy: Snapshot): Promise<Rows> {
  if ('rows' in copy) return copy.rows;
  return readCopy(copy, readRows);
}

/** Reads from a copy as from the database that it was taken of. */
export async function readCopy<T>(copy: Snapshot, read: (tx: Transaction) => Promise<T>): Promise<T> {
  if ('image' in copy) return readImage(copy.image, read);
  const store = openSqlite();
  try {
    await store.restore(copy);
    return await store.readApart(read);
  } finally {
    await store.close();
  }
}

/** The size of a copy, roughly. */
export async function bytesOf(copy: Snapshot): Promise<number> {
  if ('image' in copy) return copy.image.byteLength;
  const pause = turns();
  let bytes = 0;
  for (const rows of Object.values(copy.rows)) {
    for (const row of rows ?? []) {
      for (const value of Object.values(row)) bytes += typeof value === 'string' ? value.length : 8;
      await pause();
    }
  }
  return bytes;
}

/** Releases all job claims, because no server is working on copied jobs. */
const unclaimed = (rows: Rows): Rows => ({
  ...rows,
  ...(rows.jobs && { jobs: rows.jobs.map((row) => ({ ...row, claimed_by: null })) }),
});
