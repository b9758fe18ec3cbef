import { type Cause, cause } from '../engine/cause.ts';
import { type Columns, json, mapRow, number, type StoredRow } from '../engine/row-mapping.ts';
import { changeRows, NO_ACCOUNT, type Transaction, type Value } from '../engine/store.ts';

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

/**
 * Lets those jobs start that come next in the lanes of others. Called while these are still there. Lists of numbers are
 * JSON.
 */
async function unblockNext(tx: Transaction, accountId: string, seqs: readonly number[]): Promise<void> {
  await changeRows(
    tx,
    { table: 'jobs', accountId },
    `update jobs set is_blocked = 0 where account_id = ? and is_blocked = 1 and seq in (
       select (
         select min(seq) from jobs
         where account_id = ? and lane = ended.lane and lane is not null and failure is null and seq > ended.seq)
       from jobs ended where account_id = ? and seq in (select value from json_each(?)))`,
    accountId,
    accountId,
    accountId,
    JSON.stringify(seqs),
  );
}

/** Matches jobs that can start. */
const CAN_START = 'failure is null and claimed_by is null and is_blocked = 0';

/** The current times of clocks, in milliseconds since 1970, by the ids of the clocks. */
export type ClockTimes = ReadonlyMap<string, number>;

const jsonOf = (values: Iterable<readonly [string | number, unknown]>): string =>
  JSON.stringify(Object.fromEntries(values));

/** An account, and the clock of its jobs. */
export interface DueAccount {
  readonly clockId: string;
  readonly accountId: string;
}

/** How many due accounts are read at once. */
export const MAX_ACCOUNTS = 100;

/**
 * Lists accounts that have due jobs without network access: of each clock those after an account, in order, as far as
 * there is room. Skips from account to account in an index, regardless of the number of jobs in each.
 */
export async function listDueAccounts(
  tx: Pick<Transaction, 'all'>,
  times: ClockTimes,
  after: string,
): Promise<DueAccount[]> {
  const inside = (clock: string) => `from jobs where clock_id = ${clock} and queue = '' and failure is null`;
  const rows = await tx.all<{ clock_id: string; account_id: string }>(
    `with recursive found (clock_id, now, account) as (
       select key, cast(value as bigint), (select min(account_id) ${inside('key')} and account_id > ?)
       from json_each(?)
       union all
       select clock_id, now, (
         select min(account_id) ${inside('found.clock_id')} and account_id > found.account)
       from found where account is not null
     ) select clock_id, account as account_id from found where account is not null and exists (
       select 1 ${inside('found.clock_id')} and account_id = found.account and run_at <= now and ${CAN_START})
     limit ${MAX_ACCOUNTS}`,
    after,
    jsonOf(times),
  );
  return rows.map((row) => ({ clockId: row.clock_id, accountId: row.account_id }));
}

/** Finds an account's first due job without network access, by time and then by order of acceptance. */
export async function findDueJob(
  tx: Pick<Transaction, 'get'>,
  { clockId, accountId }: DueAccount,
  now: number,
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

/** A queue with due jobs, and the clock of these. */
export interface DueQueue {
  readonly clockId: string;
  readonly queue: string;
}

/** How many due queues are listed at once. */
export const MAX_QUEUES = 500;

/**
 * Lists queues that have due jobs that can start: of each clock those after a queue, in order, as far as there is room.
 * Skips from queue to queue in an index, regardless of the number of jobs in each.
 */
export async function listDueQueues(
  tx: Pick<Transaction, 'all'>,
  times: ClockTimes,
  after: string,
): Promise<DueQueue[]> {
  const next = (clock: string, now: string, queue: string) =>
    `(select queue from jobs where clock_id = ${clock} and queue > ${queue} and run_at <= ${now} and ${CAN_START}
      order by queue, run_at, seq limit 1)`;
  const rows = await tx.all<{ clock_id: string; queue: string }>(
    `with recursive found (clock_id, now, queue) as (
       select key, cast(value as bigint), ${next('key', 'cast(value as bigint)', '?')} from json_each(?)
       union all
       select clock_id, now, ${next('found.clock_id', 'now', 'found.queue')} from found where queue is not null
     ) select clock_id, queue from found where queue is not null limit ${MAX_QUEUES}`,
    after,
    jsonOf(times),
  );
  return rows.map((row) => ({ clockId: row.clock_id, queue: row.queue }));
}

/** A job that waits for a slot of its queue. */
export type QueuedJob = Pick<JobRow, 'seq' | 'accountId' | 'queue'>;

/** Lists the jobs of a queue that can start: due, unclaimed, and first in their lane. */
export function listDueInQueue(
  tx: Pick<Transaction, 'all'>,
  { clockId, queue }: DueQueue,
  { now, count }: { readonly now: number; readonly count: number },
): Promise<QueuedJob[]> {
  return listQueued(tx, 'clock_id = ? and queue = ?', clockId, queue, now, count);
}

/** Lists the queued jobs of an account that can start. */
export function listDueOfAccount(
  tx: Pick<Transaction, 'all'>,
  { clockId, accountId }: DueAccount,
  { now, count }: { readonly now: number; readonly count: number },
): Promise<QueuedJob[]> {
  return listQueued(tx, "account_id = ? and clock_id = ? and queue > ''", accountId, clockId, now, count);
}

async function listQueued(
  tx: Pick<Transaction, 'all'>,
  where: string,
  ...values: Value[]
): Promise<QueuedJob[]> {
  const rows = await tx.all<{ seq: number; account_id: string; queue: string }>(
    `select seq, account_id, queue from jobs where ${where} and run_at <= ? and ${CAN_START} order by run_at, seq limit ?`,
    ...values,
  );
  return rows.map((row) => ({ seq: Number(row.seq), accountId: row.account_id, queue: row.queue }));
}

/** Which claimed jobs count: those of one server, of all, or none. */
export type Claims = { readonly of: string } | 'all' | 'none';

/** Finds when the next job of a clock or an account can start, in milliseconds since 1970. */
export async function nextRunAt(
  tx: Pick<Transaction, 'get'>,
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

/** Finds when the next unclaimed job of each clock can start, in milliseconds since 1970. Clocks without one are left out. */
export async function nextRuns(
  tx: Pick<Transaction, 'all'>,
  clockIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.all<{ clock_id: string; run_at: number | null }>(
    `select key as clock_id, (
       select min(run_at) from jobs
       where clock_id = key and is_blocked = 0 and failure is null and claimed_by is null) as run_at
     from json_each(?)`,
    jsonOf(clockIds.map((id) => [id, null])),
  );
  return new Map(rows.flatMap((row) => (row.run_at === null ? [] : [[row.clock_id, Number(row.run_at)]])));
}

/** Claims jobs for a server, except those that another one is claiming. Returns the jobs that it has now, by their numbers. */
export async function claimJobs(
  tx: Transaction,
  seqs: readonly number[],
  instance: string,
): Promise<Map<number, JobRow>> {
  // Nobody is told: only this server acts on the claims. Written so that PostgreSQL looks up the numbers, rather than read all
  // jobs that can start.
  const rows = await tx.all<StoredRow>(
    `update jobs set claimed_by = ? where seq in (
       select seq from jobs where seq in (select value from json_each(?))
         and coalesce(failure, claimed_by) is null and is_blocked = 0 /* skip locked */
     ) returning ${columns}`,
    instance,
    JSON.stringify(seqs),
  );
  return new Map(rows.map(toRow).map((job) => [job.seq, job]));
}

/** Releases the claims of all servers, so that the jobs start again. */
export async function dropAllClaims(tx: Transaction): Promise<void> {
  await changeRows(
    tx,
    { table: 'jobs', accountId: NO_ACCOUNT },
    'update jobs set claimed_by = null where claimed_by is not null',
  );
}

/** Deletes a job that is not claimed. */
export async function deleteJob(tx: Transaction, { seq, accountId, lane }: JobKey): Promise<void> {
  if (lane !== null) await unblockNext(tx, accountId, [seq]);
  const sql = 'delete from jobs where seq = ? and account_id = ?';
  await changeRows(tx, { table: 'jobs', accountId }, sql, seq, accountId);
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

/** Deletes jobs of an account claimed by a server. Returns how many of them and of their claims were still there. */
export async function deleteClaimed(
  tx: Transaction,
  accountId: string,
  jobs: readonly JobRow[],
  instance: string,
): Promise<number> {
  const inLanes = jobs.filter(({ lane }) => lane !== null).map(({ seq }) => seq);
  const unblocked = inLanes.length > 0 ? unblockNext(tx, accountId, inLanes) : undefined;
  const deleting = changeRows(
    tx,
    { table: 'jobs', accountId },
    `delete from jobs where account_id = ? and claimed_by = ? and seq in (select value from json_each(?))`,
    accountId,
    instance,
    JSON.stringify(jobs.map(({ seq }) => seq)),
  );
  const [deleted] = await Promise.all([deleting, unblocked]);
  return deleted;
}

/** Marks a job as failed and releases its claim, so that it does not block other jobs. */
export async function failJob(
  tx: Transaction,
  { seq, accountId }: Pick<JobRow, 'seq' | 'accountId'>,
  failure: string,
): Promise<void> {
  await unblockNext(tx, accountId, [seq]);
  const sql = 'update jobs set failure = ?, claimed_by = null where seq = ? and account_id = ?';
  await changeRows(tx, { table: 'jobs', accountId }, sql, failure, seq, accountId);
}
