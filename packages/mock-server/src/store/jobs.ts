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

interface Stored {
  seq: number;
  account_id: string;
  id: string;
  kind: string;
  clock_id: string;
  queue: string;
  lane: string | null;
  run_at: number;
  payload: string;
}

const COLUMNS = 'seq, account_id, id, kind, clock_id, queue, lane, run_at, payload';

/** Accepts a job; nothing happens when there is one with this id. */
export async function insertJob(tx: Transaction, job: Omit<JobRow, 'seq'>): Promise<void> {
  await tx.run(
    `insert into jobs (account_id, id, kind, clock_id, queue, lane, run_at, payload)
     values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (id) do nothing`,
    job.accountId,
    job.id,
    job.kind,
    job.clockId,
    job.queue,
    job.lane,
    job.runAt,
    JSON.stringify(job.payload),
  );
}

/** The job that needs no network and is due first: by time, then by the order in which they were accepted. */
export async function findDueJob(tx: Transaction, clockId: string, now: number): Promise<JobRow | undefined> {
  const row = await tx.get<Stored>(
    `select ${COLUMNS} from jobs
     where clock_id = ? and queue = '' and run_at <= ? and failure is null order by run_at, seq limit 1`,
    clockId,
    now,
  );
  return row && jobOf(row);
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
  const rows = await tx.all<Stored>(
    `select ${COLUMNS} from jobs where clock_id = ? and queue = ? and run_at <= ? and failure is null
       and is_claimed = 0 and (lane is null or not exists (
         select 1 from jobs earlier where earlier.account_id = jobs.account_id
           and earlier.lane = jobs.lane and earlier.seq < jobs.seq and earlier.failure is null))
     order by run_at, seq limit ?`,
    clockId,
    queue,
    now,
    count,
  );
  return rows.map(jobOf);
}

/** When the next job by a clock is due, in milliseconds since 1970. */
export async function nextRunAt(tx: Transaction, clockId: string): Promise<number | undefined> {
  const row = await tx.get<{ run_at: number | null }>(
    'select min(run_at) as run_at from jobs where clock_id = ? and failure is null',
    clockId,
  );
  return row?.run_at == null ? undefined : Number(row.run_at);
}

/** When the next job of an account is due, in milliseconds since 1970. */
export async function nextRunOf(tx: Transaction, accountId: string): Promise<number | undefined> {
  const row = await tx.get<{ run_at: number | null }>(
    'select min(run_at) as run_at from jobs where account_id = ? and failure is null',
    accountId,
  );
  return row?.run_at == null ? undefined : Number(row.run_at);
}

/** Says that a job is begun; false when it is not there any more. */
export async function claimJob(tx: Transaction, seq: number): Promise<boolean> {
  return (await tx.run('update jobs set is_claimed = 1 where seq = ? and is_claimed = 0', seq)) === 1;
}

/** Forgets which jobs were begun, so that they are begun again. */
export async function dropAllClaims(tx: Transaction): Promise<void> {
  await tx.run('update jobs set is_claimed = 0 where is_claimed = 1');
}

/** Takes a job off; false when it was not there any more. */
export async function deleteJob(tx: Transaction, seq: number): Promise<boolean> {
  return (await tx.run('delete from jobs where seq = ?', seq)) === 1;
}

/** Puts a job aside that this server could not do, so that the next ones go on. */
export async function failJob(tx: Transaction, seq: number, failure: string): Promise<void> {
  await tx.run('update jobs set failure = ? where seq = ?', failure, seq);
}

const jobOf = (row: Stored): JobRow => ({
  seq: Number(row.seq),
  accountId: row.account_id,
  id: row.id,
  kind: row.kind,
  clockId: row.clock_id,
  queue: row.queue,
  lane: row.lane,
  runAt: Number(row.run_at),
  payload: JSON.parse(row.payload),
});
