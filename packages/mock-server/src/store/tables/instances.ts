import { mapRow, number, type StoredRow } from '../engine/row-mapping.ts';
import { changeRows, insertRow, NO_ACCOUNT, type Transaction } from '../engine/store.ts';

/** A server with the database open. */
export interface InstanceRow {
  readonly id: string;
  /** The host name of its machine. */
  readonly host: string;
  /** Its process and thread on that machine, as in `4711/0`. */
  readonly process: string;
  /** Its latest heartbeat, in real milliseconds since 1970. */
  readonly seenAt: number;
}

const { columns, placeholders, toRow, values } = mapRow<InstanceRow>({
  id: 'id',
  host: 'host',
  process: 'process',
  seenAt: number('seen_at'),
});

/** Registers a server, or updates its heartbeat. */
export async function putInstance(tx: Transaction, row: InstanceRow): Promise<void> {
  await insertRow(
    tx,
    { table: 'instances', accountId: NO_ACCOUNT },
    `insert into instances (${columns}) values (${placeholders})
     on conflict (id) do update set seen_at = excluded.seen_at`,
    ...values(row),
  );
}

export async function listInstances(tx: Transaction): Promise<InstanceRow[]> {
  return (await tx.all<StoredRow>(`select ${columns} from instances`)).map(toRow);
}

/** Removes servers and releases all jobs not claimed by a remaining server. */
export async function removeInstances(tx: Transaction, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await changeRows(
      tx,
      { table: 'instances', accountId: NO_ACCOUNT },
      'delete from instances where id = ?',
      id,
    );
  const isOrphan = 'claimed_by not in (select id from instances)';
  await changeRows(
    tx,
    { table: 'jobs', accountId: NO_ACCOUNT },
    `update jobs set claimed_by = null where claimed_by is not null and ${isOrphan}`,
  );
}
