import { defer } from '../../shared/platform/timers.ts';
import { openImage } from '../../store/engine/sqlite.ts';
import type { Store } from '../../store/engine/store.ts';
import { deleteRows, insertRows, type Rows, readRows } from '../../store/rows.ts';
import { hasToken, listUsersElsewhere } from '../../store/tables/accounts.ts';

/** A copy of a database: an image of the whole, or rows. */
export type Copy = { readonly image: Uint8Array } | { readonly rows: Rows };

/** Copies the database as an image if the store supports it, otherwise row by row. */
export async function copyOf(store: Store, accountId?: string): Promise<Copy> {
  if (accountId === undefined && store.image) return { image: await store.image.take() };
  return { rows: await store.read((tx) => readRows(tx, accountId)) };
}

/**
 * Restores the database, or one account, from a copy. A user who also belongs to other accounts keeps their present
 * tokens. The copy's other tokens would open those accounts too, so `onForeignToken` is called for each instead.
 */
export async function restoreCopy(
  store: Store,
  copy: Copy,
  accountId?: string,
  onForeignToken: (userId: string) => void = () => undefined,
): Promise<void> {
  if ('image' in copy && store.image) return store.image.put(copy.image);
  const { tokens = [], ...rows } = unclaimed(await rowsOf(copy));
  await store.write(async (tx) => {
    await deleteRows(tx, accountId);
    await insertRows(tx, rows);
    const elsewhere = accountId === undefined ? new Set() : await listUsersElsewhere(tx, accountId);
    await insertRows(tx, { tokens: tokens.filter(({ user_id: id }) => !elsewhere.has(id)) });
    for (const { token, user_id: id } of tokens) {
      if (elsewhere.has(id) && !(await hasToken(tx, String(token)))) onForeignToken(String(id));
    }
    await store.renumber?.(tx);
  }, accountId);
}

/** The rows of a copy. */
export async function rowsOf(copy: Copy): Promise<Rows> {
  if ('rows' in copy) return copy.rows;
  const store = openImage(copy.image);
  try {
    return await store.read((tx) => readRows(tx, undefined, () => new Promise(defer)));
  } finally {
    await store.close();
  }
}

/** Releases all job claims, because no server is working on copied jobs. */
const unclaimed = (rows: Rows): Rows => ({
  ...rows,
  ...(rows.jobs && { jobs: rows.jobs.map((row) => ({ ...row, claimed_by: null })) }),
});
