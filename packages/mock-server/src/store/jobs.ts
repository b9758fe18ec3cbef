import { type Columns, json, mapRow, number, type StoredRow } from './row-mapping.ts';
import type { Transaction } from './store.ts';

/** Work that was accepted and is still to be done. */
export interface JobRow {
  readonly seq: number;
  readonly accountId: string;
  readonly id: string;
  readonly kind: string;
  /** Of the clock that the job is due by. */
  readonly clockId: string;
  /** Jobs of one queue share a number of slots; empty for work that needs no network. */
  readonly queue: string;
  /** Jobs of one lane are done one after another, in the order in which they were accepted. */
  readonly lane: string | null;
  /** Milliseconds since 1970, by that clock. */
  readonly runAt: number;
  readonly payload: unknown;
}

/** Which jobs are meant: those by one clock, those of one account, or all. */
export interface JobScope {
  readonly clockId?: string | undefined;
  readonly accountId?: string | undefined;
}

const fields: Columns<Omit<JobRow, 'seq'>> = {
  accountId: 'account_id',
  id: 'id',
  kind: 'kind',
  clockId: 'clock_id',
  queue: 'queue',
  lane: 'lane',
  runAt: number('run_at'),
  payload: json('payload'),
};
const newJob = mapRow(fields);
const { columns, toRow } = mapRow<JobRow>({ seq: number('seq'), ...fields });

/** Accepts a job; nothing happens when there is one with this id. */
export async function insertJob(tx: Transaction, job: Omit<JobRow, 'seq'>): Promise<void> {
  await tx.run(
    `insert into jobs (${newJob.columns}) values (${newJob.placeholders}) on conflict (id) do nothing`,
    ...newJob.values(job),
  );
}

/** Holds for the jobs of a lane but the first, so that they wait for it. */
const IS_BLOCKED = `lane is not null and exists (
  select 1 from jobs earlier where earlier.account_id = jobs.account_id
    and earlier.lane = jobs.lane and earlier.seq < jobs.seq and earlier.failure is null)`;

/** The job that needs no network and is due first: by time, then by the order in which they were accepted. */
export async function findDueJob(tx: Transaction, clockId: string, now: number): Promise<JobRow | undefined> {
  const row = await tx.get<StoredRow>(
    `select ${columns} from jobs
     where clock_id = ? and queue = '' and run_at <= ? and failure is null order by run_at, seq limit 1`,
    clockId,
    now,
  );
  return row && toRow(row);
}

/** The queues by a clock that hold any job. */
export async function listQueues(tx: Transaction, clockId: string): Promise<string[]> {
  // Leaps from queue to queue in the index, however many jobs each of them holds.
  const rows = await tx.all<{ queue: string }>(
    `with recursive found (queue) as (
       select min(queue) from jobs where clock_id = ? and queue > '' and failure is null
       union all
       select (select min(queue) from jobs where clock_id = ? and queue > found.queue and failure is null)
       from found where found.queue is not null
     ) select queue from found where queue is not null`,
    clockId,
    clockId,
  );
  return rows.map(({ queue }) => queue);
}

/** The jobs of a queue that may be begun: due, not begun, and first in their lane. */
export async function findDueInQueue(
  tx: Transaction,
  { clockId, queue, now, count }: { clockId: string; queue: string; now: number; count: number },
): Promise<JobRow[]> {
  const rows = await tx.all<StoredRow>(
    `select ${columns} from jobs where clock_id = ? and queue = ? and run_at <= ? and failure is null
       and claimed_by is null and not (${IS_BLOCKED}) order by run_at, seq limit ?`,
    clockId,
    queue,
    now,
    count,
  );
  return rows.map(toRow);
}

/**
 * When the next job of a clock or an account can begin, in milliseconds since 1970. A claimed job counts only for the
 * server that has claimed it: others can do nothing about it.
 */
export async function nextRunAt(
  tx: Transaction,
  { clockId, accountId }: JobScope,
  instance: string | null,
): Promise<number | undefined> {
  const [column, value] = accountId === undefined ? ['clock_id', clockId ?? ''] : ['account_id', accountId];
  const row = await tx.get<{ run_at: number }>(
    `select run_at from jobs where ${column} = ? and failure is null
       and (claimed_by = ? or claimed_by is null and not (${IS_BLOCKED})) order by run_at limit 1`,
    value,
    instance,
  );
  return row && Number(row.run_at);
}

/** Claims a job for a server; false when it is gone or claimed already. */
export async function claimJob(tx: Transaction, seq: number, instance: string): Promise<boolean> {
  const sql = 'update jobs set claimed_by = ? where seq = ? and claimed_by is null';
  return (await tx.run(sql, instance, seq)) === 1;
}

/** Releases all claims, whichever server holds them, so that those jobs begin again. */
export async function dropAllClaims(tx: Transaction): Promise<void> {
  await tx.run('update jobs set claimed_by = null where claimed_by is not null');
}

/** Deletes a job. */
export async function deleteJob(tx: Transaction, seq: number): Promise<void> {
  await tx.run('delete from jobs where seq = ?', seq);
}

/** Deletes a job that a server has claimed; false when the job or the claim is gone. */
export async function deleteClaimed(tx: Transaction, seq: number, instance: string): Promise<boolean> {
  return (await tx.run('delete from jobs where seq = ? and claimed_by = ?', seq, instance)) === 1;
}

/** Sets a job aside that failed, with its claim, so that it holds up no other. */
export async function failJob(tx: Transaction, seq: number, failure: string): Promise<void> {
  await tx.run('update jobs set failure = ?, claimed_by = null where seq = ?', failure, seq);
}
