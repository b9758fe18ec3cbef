import type { Transaction } from './store.ts';

/** A server that has the database open. */
export interface InstanceRow {
  readonly id: string;
  /** The name of its machine. */
  readonly host: string;
  /** Its process and thread on that machine. */
  readonly process: string;
  /** Its latest sign of life, in real milliseconds since 1970. */
  readonly seenAt: number;
}

/** Adds a server, or renews its sign of life. */
export async function putInstance(tx: Transaction, row: InstanceRow): Promise<void> {
  await tx.run(
    `insert into instances (id, host, process, seen_at) values (?, ?, ?, ?)
     on conflict (id) do update set seen_at = excluded.seen_at`,
    row.id,
    row.host,
    row.process,
    row.seenAt,
  );
}

export async function listInstances(tx: Transaction): Promise<InstanceRow[]> {
  const rows = await tx.all<{ id: string; host: string; process: string; seen_at: number }>(
    'select id, host, process, seen_at from instances',
  );
  return rows.map(({ seen_at, ...row }) => ({ ...row, seenAt: Number(seen_at) }));
}

/** Removes servers, and releases all jobs and locks that no remaining server has claimed. */
export async function removeInstances(tx: Transaction, ids: readonly string[]): Promise<void> {
  for (const id of ids) await tx.run('delete from instances where id = ?', id);
  const isOrphan = 'claimed_by not in (select id from instances)';
  await tx.run(`update jobs set claimed_by = null where claimed_by is not null and ${isOrphan}`);
  await tx.run(`delete from subscriber_locks where ${isOrphan}`);
}
