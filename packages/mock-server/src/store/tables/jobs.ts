import { boolean, json, number, rowNumber, text } from '../engine/column.ts';
import { causeColumn } from '../engine/place.ts';
import { type Fragment, plain, selectRows, selectValue, sql } from '../engine/sql.ts';
import { NO_ACCOUNT, type StoredRow, type Transaction } from '../engine/store.ts';
import { type RowOf, table } from '../engine/table.ts';

const columns = {
  accountId: text(),
  id: text(),
  kind: text(),
  /** The clock that decides when the job is due. */
  clockId: text(),
  /** Jobs in one queue share a number of slots; empty for work without network access. */
  queue: text(),
  /** Jobs in one lane run one at a time, in the order they were accepted. */
  lane: text().orNull(),
  /** Milliseconds since 1970 on that clock. */
  runAt: number(),
  payload: json<unknown>().named('input'),
  /** The place of what enqueued it. */
  root: text().orNull(),
  parent: text().orNull(),
};
const newJobs = table('jobs', columns);

/** Accepted work that is not done yet. */
export const jobs = table(
  'jobs',
  {
    seq: rowNumber(),
    ...columns,
    /** The server that runs it. */
    claimedBy: text().orNull(),
    failure: text().orNull(),
    cause: causeColumn(),
    /** Whether it waits for an earlier job of its lane. */
    isBlocked: boolean().hidden(),
  },
  { order: ['runAt', 'seq'] },
);
export interface JobRow extends RowOf<typeof jobs> {}

export type NewJob = RowOf<typeof newJobs>;

/** Identifies a job. The account's watchers are notified when its jobs change. */
type JobKey = Pick<JobRow, 'seq' | 'accountId' | 'lane'>;

export interface JobScope {
  readonly clockId?: string | undefined;
  readonly accountId?: string | undefined;
}

/** Inserts a job unless its id exists. It is blocked while an earlier job of its lane exists, so that lookups skip long lanes. */
export async function insertJob(tx: Transaction, job: NewJob): Promise<void> {
  const { accountId, lane } = job;
  const earlier = sql`select 1 from jobs where account_id = ${accountId} and lane = ${lane} and failure is null`;
  const isBlocked = lane === null ? plain('0') : sql`case when exists (${earlier}) then 1 else 0 end`;
  await jobs.change(
    tx,
    accountId,
    sql`insert into jobs (${COLUMNS}, is_blocked) values (${newJobs.valuesOf(accountId, job)}, ${isBlocked})
      on conflict (id) do nothing`,
  );
}

const COLUMNS = plain(newJobs.writtenColumns.join(', '));

/** Lets the jobs start that come next in the lanes of others. Called while these are still there. */
const unblockNext = (tx: Transaction, accountId: string, seqs: readonly number[]): Promise<number> =>
  jobs.change(
    tx,
    accountId,
    sql`update jobs set is_blocked = 0 where account_id = ${accountId} and is_blocked = 1 and seq in (
      select (
        select min(seq) from jobs
        where account_id = ${accountId} and lane = ended.lane and lane is not null and failure is null and seq > ended.seq)
      from jobs ended where account_id = ${accountId} and seq in (select value from json_each(${JSON.stringify(seqs)})))`,
  );

/** Matches jobs that can start. */
const CAN_START = plain('failure is null and claimed_by is null and is_blocked = 0');

/** The current times of clocks, in milliseconds since 1970, by the ids of the clocks. */
export type ClockTimes = ReadonlyMap<string, number>;

const jsonOf = (values: Iterable<readonly [string | number, unknown]>): string =>
  JSON.stringify(Object.fromEntries(values));

/** An account, and the clock of its jobs. */
export interface DueAccount {
  readonly clockId: string;
  readonly accountId: string;
}

/** The most due accounts that are read at once. */
export const MAX_ACCOUNTS = 100;

/** Lists accounts with due jobs without network access, in order after an account; skips from one to the next in an index. */
export function listDueAccounts(
  tx: Pick<Transaction, 'all'>,
  times: ClockTimes,
  after: string,
): Promise<DueAccount[]> {
  const inside = (clock: string) =>
    plain(`from jobs where clock_id = ${clock} and queue = '' and failure is null`);
  return selectRows(
    tx,
    sql`with recursive found (clock_id, now, account) as (
       select key, cast(value as bigint), (select min(account_id) ${inside('key')} and account_id > ${after})
       from json_each(${jsonOf(times)})
       union all
       select clock_id, now, (
         select min(account_id) ${inside('found.clock_id')} and account_id > found.account)
       from found where account is not null
     ) select clock_id as "clockId", account as "accountId" from found where account is not null and exists (
       select 1 ${inside('found.clock_id')} and account_id = found.account and run_at <= now and ${CAN_START})
     limit ${plain(`${MAX_ACCOUNTS}`)}`,
  );
}

/** Finds an account's first due job without network access, by time and then by order of acceptance. */
export const findDueJob = (
  tx: Pick<Transaction, 'get' | 'all'>,
  { clockId, accountId }: DueAccount,
  now: number,
): Promise<JobRow | undefined> =>
  jobs.get(
    tx,
    accountId,
    sql`clock_id = ${clockId} and queue = '' and run_at <= ${now} and ${CAN_START} order by run_at, seq limit 1`,
  );

/** A queue with due jobs, and the clock of these. */
export interface DueQueue {
  readonly clockId: string;
  readonly queue: string;
}

export const MAX_QUEUES = 500;

/** Lists queues with due jobs that can start, in order after a queue; skips from one to the next in an index. */
export function listDueQueues(
  tx: Pick<Transaction, 'all'>,
  times: ClockTimes,
  after: string,
): Promise<DueQueue[]> {
  const next = (clock: string, now: string, queue: Fragment) =>
    sql`(select queue from jobs where clock_id = ${plain(clock)} and queue > ${queue} and run_at <= ${plain(now)}
      and ${CAN_START} order by queue, run_at, seq limit 1)`;
  return selectRows(
    tx,
    sql`with recursive found (clock_id, now, queue) as (
       select key, cast(value as bigint), ${next('key', 'cast(value as bigint)', sql`${after}`)}
       from json_each(${jsonOf(times)})
       union all
       select clock_id, now, ${next('found.clock_id', 'now', plain('found.queue'))} from found where queue is not null
     ) select clock_id as "clockId", queue from found where queue is not null limit ${plain(`${MAX_QUEUES}`)}`,
  );
}

/** A job that waits for a slot of its queue. */
export type QueuedJob = Pick<JobRow, 'seq' | 'accountId' | 'queue'>;

interface Few {
  readonly now: number;
  readonly count: number;
}

/** Lists the jobs of a queue that can start: due, unclaimed, and first in their lane. */
export const listDueInQueue = (
  tx: Pick<Transaction, 'all'>,
  { clockId, queue }: DueQueue,
  few: Few,
): Promise<QueuedJob[]> => listQueued(tx, sql`clock_id = ${clockId} and queue = ${queue}`, few);

export const listDueOfAccount = (
  tx: Pick<Transaction, 'all'>,
  { clockId, accountId }: DueAccount,
  few: Few,
): Promise<QueuedJob[]> =>
  listQueued(tx, sql`account_id = ${accountId} and clock_id = ${clockId} and queue > ''`, few);

const listQueued = (
  tx: Pick<Transaction, 'all'>,
  where: Fragment,
  { now, count }: Few,
): Promise<QueuedJob[]> =>
  selectRows(
    tx,
    sql`select seq, account_id as "accountId", queue from jobs
      where ${where} and run_at <= ${now} and ${CAN_START} order by run_at, seq limit ${count}`,
  );

/** Which claimed jobs count: those of one server, of all, or none. */
export type Claims = { readonly of: string } | 'all' | 'none';

/** Finds when the next job of a clock or an account can start, in milliseconds since 1970. */
export function nextRunAt(
  tx: Pick<Transaction, 'all'>,
  { clockId, accountId }: JobScope,
  claims: Claims,
): Promise<number | undefined> {
  const of = accountId === undefined ? sql`clock_id = ${clockId ?? ''}` : sql`account_id = ${accountId}`;
  return selectValue<number>(
    tx,
    sql`select run_at from jobs where ${of} and is_blocked = 0 and failure is null and ${counted(claims)}
      order by run_at limit 1`,
  );
}

function counted(claims: Claims): Fragment {
  if (typeof claims === 'object') return sql`(claimed_by = ${claims.of} or claimed_by is null)`;
  return plain(claims === 'all' ? 'true' : 'claimed_by is null');
}

/** Finds when the next unclaimed job of each clock can start, in milliseconds since 1970. Clocks without one are left out. */
export async function nextRuns(
  tx: Pick<Transaction, 'all'>,
  clockIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await selectRows<{ clock_id: string; run_at: number | null }>(
    tx,
    sql`select key as clock_id, (
       select min(run_at) from jobs
       where clock_id = key and is_blocked = 0 and failure is null and claimed_by is null) as run_at
     from json_each(${jsonOf(clockIds.map((id) => [id, null]))})`,
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
  const rows = await selectRows<StoredRow>(
    tx,
    sql`update jobs set claimed_by = ${instance} where seq in (
       select seq from jobs where seq in (select value from json_each(${JSON.stringify(seqs)}))
         and coalesce(failure, claimed_by) is null and is_blocked = 0 /* skip locked */
     ) returning ${plain(jobs.selection)}`,
  );
  return new Map(rows.map(jobs.toRow).map((job) => [job.seq, job]));
}

/** Releases the claims of all servers, so that the jobs start again. */
export const dropAllClaims = (tx: Transaction): Promise<number> =>
  jobs.change(tx, NO_ACCOUNT, sql`update jobs set claimed_by = null where claimed_by is not null`);

const by = ({ seq, accountId }: Pick<JobRow, 'seq' | 'accountId'>) =>
  sql`seq = ${seq} and account_id = ${accountId}`;

/** Deletes a job that is not claimed. */
export async function deleteJob(tx: Transaction, job: JobKey): Promise<void> {
  if (job.lane !== null) await unblockNext(tx, job.accountId, [job.seq]);
  await jobs.change(tx, job.accountId, sql`delete from jobs where ${by(job)}`);
}

/** Stores what is left to do of a job. It keeps its place in the queue. */
export const updateJob = (
  tx: Transaction,
  job: Pick<JobRow, 'seq' | 'accountId'>,
  payload: unknown,
): Promise<number> =>
  jobs.change(tx, job.accountId, sql`update jobs set input = ${JSON.stringify(payload)} where ${by(job)}`);

/** Deletes jobs of an account claimed by a server. Returns how many of them and of their claims were still there. */
export async function deleteClaimed(
  tx: Transaction,
  accountId: string,
  claimed: readonly JobRow[],
  instance: string,
): Promise<number> {
  const inLanes = claimed.filter(({ lane }) => lane !== null).map(({ seq }) => seq);
  const unblocked = inLanes.length > 0 ? unblockNext(tx, accountId, inLanes) : undefined;
  const seqs = JSON.stringify(claimed.map(({ seq }) => seq));
  const statement = sql`delete from jobs
    where account_id = ${accountId} and claimed_by = ${instance} and seq in (select value from json_each(${seqs}))`;
  const [deleted] = await Promise.all([jobs.change(tx, accountId, statement), unblocked]);
  return deleted;
}

/** Marks a job as failed and releases its claim, so that it does not block other jobs. */
export async function failJob(
  tx: Transaction,
  job: Pick<JobRow, 'seq' | 'accountId'>,
  failure: string,
): Promise<void> {
  await unblockNext(tx, job.accountId, [job.seq]);
  const statement = sql`update jobs set failure = ${failure}, claimed_by = null where ${by(job)}`;
  await jobs.change(tx, job.accountId, statement);
}
