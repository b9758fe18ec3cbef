import { type Cause, cause } from './cause.ts';
import { type Columns, json, mapRow, number, type StoredRow } from './row-mapping.ts';
import type { Transaction } from './store.ts';

/** Accepted work that is not done yet. */
export interface JobRow {
  readonly seq: number;
  readonly accountId: string;
  readonly id: string;
  readonly kind: string;
  /** The clock that decides when the job is due. */
  readonly clockId: string;
  /** Jobs in one queue share a number of slots; empty for work without network access. */
  readonly queue: string;
  /** Jobs in one lane run one at a time, in the order they were accepted. */
  readonly lane: string | null;
  /** Milliseconds since 1970 on that clock. */
  readonly runAt: number;
  readonly payload: unknown;
  /** The cause of the transaction that enqueued it; null when unknown. */
  readonly cause: Cause | null;
}

/** What identifies a job. The account tells those who watch it that its jobs changed. */
type JobKey = Pick<JobRow, 'seq' | 'accountId'>;

/** The jobs of one clock, of one account, or all. */
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
  cause,
};
const newJob = mapRow(fields);
const { columns, toRow } = mapRow<JobRow>({ seq: number('seq'), ...fields });

/** Inserts a job unless one with its id exists. */
export async function insertJob(tx: Transaction, job: Omit<JobRow, 'seq'>): Promise<void> {
  await tx.run(
    `insert into jobs (${newJob.columns}) values (${newJob.placeholders}) on conflict (id) do nothing`,
    ...newJob.values(job),
  );
}

/** Matches jobs that must wait for an earlier job in their lane. */
const IS_BLOCKED = `lane is not null and exists (
  select 1 from jobs earlier where earlier.account_id = jobs.account_id
    and earlier.lane = jobs.lane and earlier.seq < jobs.seq and earlier.failure is null)`;

/** Finds the account whose job without network access is due first. */
export async function findDueAccount(
  tx: Transaction,
  clockId: string,
  now: number,
): Promise<string | undefined> {
  const row = await tx.get<{ account_id: string }>(
    `select account_id from jobs
     where clock_id = ? and queue = '' and run_at <= ? and failure is null order by run_at, seq limit 1`,
    clockId,
    now,
  );
  return row?.account_id;
}

/** Finds an account's first due job without network access, by time and then by order of acceptance. */
export async function findDueJob(
  tx: Transaction,
  { clockId, accountId, now }: { clockId: string; accountId: string; now: number },
): Promise<JobRow | undefined> {
  const row = await tx.get<StoredRow>(
    `select ${columns} from jobs
     where account_id = ? and clock_id = ? and queue = '' and run_at <= ? and failure is null
     order by run_at, seq limit 1`,
    accountId,
    clockId,
    now,
  );
  return row && toRow(row);
}

/** Lists a clock's queues that hold a job. */
export async function listQueues(tx: Transaction, clockId: string): Promise<string[]> {
  // Skips from queue to queue in the index, regardless of the number of jobs in each.
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

/** Lists the jobs of a queue that can start: due, unclaimed, and first in their lane. */
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

/** Which claimed jobs count: those of one server, of all, or none. */
export type Claims = { readonly of: string } | 'all' | 'none';

/** Finds when the next job of a clock or an account can start, in milliseconds since 1970. */
export async function nextRunAt(
  tx: Transaction,
  { clockId, accountId }: JobScope,
  claims: Claims,
): Promise<number | undefined> {
  const [column, value] = accountId === undefined ? ['clock_id', clockId ?? ''] : ['account_id', accountId];
  const isOwn = typeof claims === 'object';
  const isClaimed = isOwn ? 'claimed_by = ? or' : claims === 'all' ? 'claimed_by is not null or' : '';
  const row = await tx.get<{ run_at: number }>(
    `select run_at from jobs where ${column} = ? and failure is null
       and (${isClaimed} claimed_by is null and not (${IS_BLOCKED})) order by run_at limit 1`,
    value,
    ...(isOwn ? [claims.of] : []),
  );
  return row && Number(row.run_at);
}

/** Claims a job for a server; false when it is already claimed or deleted. */
export async function claimJob(
  tx: Transaction,
  { seq, accountId }: JobKey,
  instance: string,
): Promise<boolean> {
  const sql = 'update jobs set claimed_by = ? where seq = ? and account_id = ? and claimed_by is null';
  return (await tx.run(sql, instance, seq, accountId)) === 1;
}

/** Releases the claims of all servers, so that the jobs start again. */
export async function dropAllClaims(tx: Transaction): Promise<void> {
  await tx.run('update jobs set claimed_by = null where claimed_by is not null');
}

export async function deleteJob(tx: Transaction, { seq, accountId }: JobKey): Promise<void> {
  await tx.run('delete from jobs where seq = ? and account_id = ?', seq, accountId);
}

/** Deletes a job claimed by a server; false when the job or the claim no longer exists. */
export async function deleteClaimed(
  tx: Transaction,
  { seq, accountId }: JobKey,
  instance: string,
): Promise<boolean> {
  const sql = 'delete from jobs where seq = ? and account_id = ? and claimed_by = ?';
  return (await tx.run(sql, seq, accountId, instance)) === 1;
}

/** Marks a job as failed and releases its claim, so that it does not block other jobs. */
export async function failJob(tx: Transaction, { seq, accountId }: JobKey, failure: string): Promise<void> {
  const sql = 'update jobs set failure = ?, claimed_by = null where seq = ? and account_id = ?';
  await tx.run(sql, failure, seq, accountId);
}
