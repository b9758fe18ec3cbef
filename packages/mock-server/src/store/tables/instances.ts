import { number, text } from '../engine/column.ts';
import { NO_ACCOUNT, type Transaction } from '../engine/store.ts';
import { table } from '../engine/table.ts';

/** The servers that have the database open. */
export const instances = table(
  'instances',
  {
    id: text(),
    host: text(),
    /** Its process and thread on that machine, as in `4711/0`. */
    process: text(),
    /** Its latest heartbeat, in real milliseconds since 1970. */
    seenAt: number(),
  },
  { isShared: true, order: ['id'] },
);

/** Removes servers and releases all jobs not claimed by a remaining server. */
export async function removeInstances(tx: Transaction, ids: readonly string[]): Promise<void> {
  for (const id of ids) await instances.remove(tx, NO_ACCOUNT, { id });
  await tx.change(
    { table: 'jobs', accountId: NO_ACCOUNT },
    'any',
    `update jobs set claimed_by = null where claimed_by is not null
       and claimed_by not in (select id from instances)`,
    [],
  );
}
