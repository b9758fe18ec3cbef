import { type Cause, cause } from '../engine/cause.ts';
import { type Columns, json, mapRow, number, type StoredRow } from '../engine/row-mapping.ts';
import { changeRows, NO_ACCOUNT, type Transaction } from '../engine/store.ts';

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

/** Identifies a job. The account's watchers are notified when its jobs change. */
type JobKey = Pick<JobRow, 'seq' | 'accountId' | 'lane'>;

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
  payload: json('input'),
  cause,
};
const newJob = mapRow(fields);
const { columns, toRow } = mapRow<JobRow>({ seq: number('seq'), ...fields });

/**
 * Inserts a job unless one with its id exists. It is blocked while an earlier job of its lane is there: otherwise every
 * look at the queue would examine all jobs of a long lane.
 */
export async function insertJob(tx: Transaction, job: Omit<JobRow, 'seq'>): Promise<void> {
  const { accountId, lane } = job;
  const isBlocked =
    lane === null
      ? '0'
      : 'case when exists (select 1 from jobs where account_id = ? and lane = ? and failure is null) then 1 else 0 end';
  await changeRows(
    tx,
    { table: 'jobs', accountId: accountId },
    `insert into jobs (${newJob.columns}, is_blocked) values (${newJob.placeholders}, ${isBlocked})
     on conflict (id) do nothing`,
    ...newJob.values(job),
    ...(lane === null ? [] : [accountId, lane]),
  );
}

/** Lets the next job of a lane start. */
async function unblock(tx: Transaction, { accountId, lane }: JobKey): Promise<void> {
  if (lane === null) return;
  await changeRows(
    tx,
    { table: 'jobs', accountId: accountId },
    `update jobs set is_blocked = 0 where account_id = ? and is_blocked = 1 and seq = (
       select min(seq) from jobs where account_id = ? and lane = ? and failure is null)`,
    accountId,
    accountId,
    lane,
  );
}

/** Matches jobs that can start. */
const CAN_START = 'failure is null and claimed_by is null and is_blocked = 0';

/** How many due jobs are read to find the accounts that have some. */
const MAX_READ = 50;

/**
 * Lists the accounts that have due jobs without network access. The one whose job is due first comes first, if they are
 * few.
 */
export async function listDueAccounts(tx: Transaction, clockId: string, now: number): Promise<string[]> {
  const rows = await tx.all<{ account_id: string }>(
    `select account_id from jobs
     where clock_id = ? and queue = '' and run_at <= ? and ${CAN_START} order by run_at, seq limit ${MAX_READ}`,
    clockId,
    now,
  );
  if (rows.length === MAX_READ) return listManyDueAccounts(tx, clockId, now);
  return [...new Set(rows.map(({ account_id }) => account_id))];
}

/** Skips from account to account in an index, regardless of the number of jobs in each. */
async function listManyDueAccounts(tx: Transaction, clockId: string, now: number): Promise<string[]> {
  const inside = `from jobs where clock_id = ? and queue = '' and failure is null`;
  const rows = await tx.all<{ account_id: string }>(
    `with recursive found (account) as (
       select min(account_id) ${inside}
       union all
       select (select min(account_id) ${inside} and account_id > found.account)
       from found where found.account is not null
     ) select account as account_id from found where account is not null and exists (
       select 1 ${inside} and account_id = found.account and run_at <= ?)`,
    clockId,
    clockId,
    clockId,
    now,
  );
  return rows.map(({ account_id }) => account_id);
}

/** Finds an account's first due job without network access, by time and then by order of acceptance. */
export async function findDueJob(
  tx: Transaction,
  { clockId, accountId, now }: { clockId: string; accountId: string; now: number },
): Promise<JobRow | undefined> {
  const row = await tx.get<StoredRow>(
    `select ${columns} from jobs
     where account_id = ? and clock_id = ? and queue = '' and run_at <= ? and ${CAN_START}
     order by run_at, seq limit 1`,
    accountId,
    clockId,
    now,
  );
  return row && toRow(row);
}

/** Lists a clock's queues that hold a job that can start once it is due. */
export async function listQueues(tx: Transaction, clockId: string): Promise<string[]> {
  // Skips from queue to queue in the index, regardless of the number of jobs in each.
  const rows = await tx.all<{ queue: string }>(
    `with recursive found (queue) as (
       select min(queue) from jobs where clock_id = ? and queue > '' and ${CAN_START}
       union all
       select (select min(queue) from jobs where clock_id = ? and queue > found.queue and ${CAN_START})
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
    `select ${columns} from jobs where clock_id = ? and queue = ? and run_at <= ? and ${CAN_START}
     order by run_at, seq limit ?`,
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
  const isCounted = isOwn
    ? '(claimed_by = ? or claimed_by is null)'
    : claims === 'all'
      ? 'true'
      : 'claimed_by is null';
  const row = await tx.get<{ run_at: number }>(
    `select run_at from jobs where ${column} = ? and is_blocked = 0 and failure is null and ${isCounted}
     order by run_at limit 1`,
    value,
    ...(isOwn ? [claims.of] : []),
  );
  return row && Number(row.run_at);
}

/** Claims a job for a server; false when it is already claimed or deleted. */
export async function claimJob(
  tx: Transaction,
  { seq, accountId }: Pick<JobRow, 'seq' | 'accountId'>,
  instance: string,
): Promise<boolean> {
  const sql = 'update jobs set claimed_by = ? where seq = ? and account_id = ? and claimed_by is null';
  return (await changeRows(tx, { table: 'jobs', accountId: accountId }, sql, instance, seq, accountId)) === 1;
}

/** Releases the claims of all servers, so that the jobs start again. */
export async function dropAllClaims(tx: Transaction): Promise<void> {
  await changeRows(
    tx,
    { table: 'jobs', accountId: NO_ACCOUNT },
    'update jobs set claimed_by = null where claimed_by is not null',
  );
}

export async function deleteJob(tx: Transaction, job: JobKey): Promise<void> {
  await changeRows(
    tx,
    { table: 'jobs', accountId: job.accountId },
    'delete from jobs where seq = ? and account_id = ?',
    job.seq,
    job.accountId,
  );
  await unblock(tx, job);
}

/** Stores what is left to do of a job. It keeps its place in the queue. */
export async function updateJob(
  tx: Transaction,
  { seq, accountId }: Pick<JobRow, 'seq' | 'accountId'>,
  payload: unknown,
): Promise<void> {
  const sql = 'update jobs set input = ? where seq = ? and account_id = ?';
  await changeRows(tx, { table: 'jobs', accountId: accountId }, sql, JSON.stringify(payload), seq, accountId);
}

/** Deletes a job claimed by a server; false when the job or the claim no longer exists. */
export async function deleteClaimed(tx: Transaction, job: JobKey, instance: string): Promise<boolean> {
  const sql = 'delete from jobs where seq = ? and account_id = ? and claimed_by = ?';
  if (
    (await changeRows(
      tx,
      { table: 'jobs', accountId: job.accountId },
      sql,
      job.seq,
      job.accountId,
      instance,
    )) === 0
  )
    return false;
  await unblock(tx, job);
  return true;
}

/** Marks a job as failed and releases its claim, so that it does not block other jobs. */
export async function failJob(tx: Transaction, job: JobKey, failure: string): Promise<void> {
  const sql = 'update jobs set failure = ?, claimed_by = null where seq = ? and account_id = ?';
  await changeRows(tx, { table: 'jobs', accountId: job.accountId }, sql, failure, job.seq, job.accountId);
  await unblock(tx, job);
}
