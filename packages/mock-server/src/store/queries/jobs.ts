import type { OperationName } from '../../shared/values/operation-names.ts';
import { countRows, type Page, type PageChoice } from '../engine/page.ts';
import { allOf, plain, selectRow, selectRows, sql } from '../engine/sql.ts';
import type { Transaction } from '../engine/store.ts';
import { type JobRow, jobs } from '../tables/jobs.ts';

/** `running` jobs are using the network. */
export type JobState = 'waiting' | 'running' | 'failed';

export const stateOf = ({ failure, claimedBy }: Pick<JobRow, 'failure' | 'claimedBy'>): JobState => {
  if (failure !== null) return 'failed';
  return claimedBy === null ? 'waiting' : 'running';
};

const CONDITIONS: Readonly<Record<JobState, string>> = {
  waiting: 'failure is null and claimed_by is null',
  running: 'failure is null and claimed_by is not null',
  failed: 'failure is not null',
};

export interface JobFilter {
  readonly state?: JobState | undefined;
  readonly kind?: string | undefined;
}

const conditionsOf = ({ state, kind }: JobFilter) => [
  ...(state === undefined ? [] : [plain(CONDITIONS[state])]),
  ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
];

/** Reads a page of an account's jobs, in order of their time. */
export const pageOfJobs = (
  tx: Transaction,
  accountId: string,
  filter: JobFilter,
  choice: PageChoice,
): Promise<Page<JobRow>> => jobs.page(tx, accountId, {}, { ...choice, conditions: conditionsOf(filter) });

export const countJobs = (tx: Transaction, accountId: string, filter: JobFilter): Promise<number> =>
  countRows(tx, { table: 'jobs', where: allOf([sql`account_id = ${accountId}`, ...conditionsOf(filter)]) });

/** Work accepted for the background, with its failure if it failed. */
export interface RecordsJob extends Pick<JobRow, 'id' | 'runAt' | 'failure' | 'seq'> {
  readonly payload: {
    readonly operation: string;
    readonly records: readonly unknown[];
    readonly requestId?: string | undefined;
    readonly requestIds?: readonly string[] | undefined;
    readonly receivedAt?: number | undefined;
  };
}

/** Lists an account's batches and activities that are not processed, oldest first. */
export const listRecordsJobs = async (tx: Transaction, accountId: string): Promise<RecordsJob[]> =>
  (await jobs.list(tx, accountId, { kind: 'records' })) as RecordsJob[]; // the kind says what the payload is

export interface ProcessedRequest {
  readonly requestId: string;
  readonly operation: string;
  readonly records: number;
  readonly failed: number;
  /** ISO 8601; when the first record was processed. */
  readonly startedAt: string;
  /** The order of processing. */
  readonly seq: number;
}

export const listProcessedRequests = (tx: Transaction, accountId: string): Promise<ProcessedRequest[]> =>
  selectRows(
    tx,
    sql`select request_id as "requestId", min(operation) as operation, count(*) as records,
        count(*) filter (where state = 'refused') as failed, min(finished_at) as "startedAt", min(seq) as seq
      from outcomes where account_id = ${accountId} group by request_id`,
  );

/** Finds the next job of a kind with a payload, as it is stored. If none waits, one that has failed. */
export const findJobWith = (
  tx: Transaction,
  accountId: string,
  kind: string,
  payload: string,
): Promise<JobRow | undefined> =>
  jobs.get(
    tx,
    accountId,
    sql`kind = ${kind} and input = ${payload}
      order by case when failure is null then 0 else 1 end, run_at limit 1`,
  );

/** Whether the recipients of a broadcast are still being listed. */
export async function hasStartJob(tx: Transaction, accountId: string, broadcastId: string): Promise<boolean> {
  const contained = `%"broadcastId":${JSON.stringify(broadcastId)}%`;
  const ofBroadcast = sql`kind = 'broadcast_start' and input like ${contained} limit 1`;
  return (await jobs.get(tx, accountId, ofBroadcast)) !== undefined;
}

/** Accepted work that is not done yet. */
export interface PendingRecords {
  readonly operation: OperationName;
  /** The reason the work failed for good. */
  readonly failure: string | undefined;
}

/** Finds a request's pending work, of which a failed part comes first; undefined when the work is done. */
export async function findPendingRecords(
  tx: Transaction,
  accountId: string,
  requestId: string,
): Promise<PendingRecords | undefined> {
  if (!/^[\w-]+$/.test(requestId)) return undefined; // ids have no other characters, and `like` patterns must stay out
  const row = await selectRow<{ payload: string; failure: string | null }>(
    tx,
    sql`select input as payload, failure from jobs
      where account_id = ${accountId} and kind = 'records' and (id = ${requestId} or input like ${`%"${requestId}"%`})
      order by case when failure is null then 1 else 0 end, seq limit 1`,
  );
  return row && { operation: JSON.parse(row.payload).operation, failure: row.failure ?? undefined };
}

export interface DueJobs {
  readonly kind: string;
  readonly count: number;
  /** When the oldest of them became due, in milliseconds since 1970. */
  readonly oldest: number;
}

/** Counts the due jobs of a clock by kind, on all accounts. Reads only due jobs, by an index. */
export const countDueJobs = (tx: Transaction, clockId: string, now: number): Promise<DueJobs[]> =>
  selectRows(
    tx,
    sql`select kind, count(*) as count, min(run_at) as oldest from jobs
      where clock_id = ${clockId} and is_blocked in (0, 1) and failure is null and run_at <= ${now} group by kind`,
  );
