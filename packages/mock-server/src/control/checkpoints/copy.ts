import { deleteRows, insertRows, type Rows, readRows } from '../../store/rows.ts';
import { openImage } from '../../store/sqlite.ts';
import type { Store } from '../../store/store.ts';

/** A copy of a database: an image of the whole, or rows. */
export type Copy = { readonly image: Uint8Array } | { readonly rows: Rows };

/** Copies the database as an image if the store supports it, else row by row. */
export async function copyOf(store: Store, accountId?: string): Promise<Copy> {
  if (accountId === undefined && store.image) return { image: await store.image.take() };
  return { rows: await store.read((tx) => readRows(tx, accountId)) };
}

/** Restores the database from a copy. */
export async function restoreCopy(store: Store, copy: Copy, accountId?: string): Promise<void> {
  if ('image' in copy && store.image) return store.image.put(copy.image);
  const rows = unclaimed(await rowsOf(copy));
  await store.write(async (tx) => {
    await deleteRows(tx, accountId);
    await insertRows(tx, rows);
    await store.renumber?.(tx);
  });
}

/** The rows of a copy. */
export async function rowsOf(copy: Copy): Promise<Rows> {
  if ('rows' in copy) return copy.rows;
  const store = openImage(copy.image);
  try {
    return await store.read((tx) => readRows(tx));
  } finally {
    await store.close();
  }
}

/** Releases all job claims, because no server is working on copied jobs. */
const unclaimed = (rows: Rows): Rows => ({
  ...rows,
  subscriber_locks: [],
  ...(rows.jobs && { jobs: rows.jobs.map((row) => ({ ...row, claimed_by: null })) }),
});
