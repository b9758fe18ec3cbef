import { deleteRows, insertRows, type Rows, readRows } from '../../store/rows.ts';
import { openImage } from '../../store/sqlite.ts';
import type { Store } from '../../store/store.ts';

/** A copy of a database, or of what is one account's: an image of the whole, or its rows. */
export type Copy = { readonly image: Uint8Array } | { readonly rows: Rows };

/** Copies the database at once where it can, else row by row. */
export async function copyOf(store: Store, accountId?: string): Promise<Copy> {
  if (accountId === undefined && store.image) return { image: await store.image.take() };
  return { rows: await store.read((tx) => readRows(tx, accountId)) };
}

/** Makes the database what it was when it was copied. */
export async function putBack(store: Store, copy: Copy, accountId?: string): Promise<void> {
  if ('image' in copy && store.image) return store.image.put(copy.image);
  const rows = unclaimed(await rowsOf(copy));
  await store.write(async (tx) => {
    await deleteRows(tx, accountId);
    await insertRows(tx, rows);
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

/** Releases the claims of a copy: no server is working on its jobs. */
const unclaimed = (rows: Rows): Rows => ({
  ...rows,
  subscriber_locks: [],
  ...(rows.jobs && { jobs: rows.jobs.map((row) => ({ ...row, claimed_by: null })) }),
});
