import type { Cause } from '../engine/cause.ts';
import { cause } from '../engine/cause.ts';
import { type Page, type PageChoice, selectPage } from '../engine/page.ts';
import { json, mapRow, number, type StoredRow } from '../engine/row-mapping.ts';
import { changeRows, type Transaction, type Value } from '../engine/store.ts';

/** A job with its state. */
export interface JobView {
  readonly id: string;
  readonly accountId: string;
  readonly kind: string;
  /** Milliseconds since 1970. */
  readonly runAt: number;
  readonly queue: string;
  readonly lane: string | null;
  readonly payload: unknown;
  /** The server that runs it. */
  readonly claimedBy: string | null;
  readonly failure: string | null;
  readonly cause: Cause | null;
}

/** `running` jobs are using the network. */
export type JobState = 'waiting' | 'running' | 'failed';

/** The state of a job. */
export const stateOf = ({ failure, claimedBy }: Pick<JobView, 'failure' | 'claimedBy'>): JobState => {
  if (failure !== null) return 'failed';
  return claimedBy === null ? 'waiting' : 'running';
};

const { columns, toRow } = mapRow<JobView>({
  id: 'id',
  accountId: 'account_id',
  kind: 'kind',
  runAt: number('run_at'),
  queue: 'queue',
  lane: 'lane',
  payload: json('input'),
  claimedBy: 'claimed_by',
  failure: 'failure',
  cause,
});

const CONDITIONS: Readonly<Record<JobState, string>> = {
  waiting: 'failure is null and claimed_by is null',
  running: 'failure is null and claimed_by is not null',
  failed: 'failure is not null',
};

const whereOf = (accountId: string, state: JobState | undefined) => ({
  sql: `account_id = ?${state === undefined ? '' : ` and ${CONDITIONS[state]}`}`,
  values: [accountId] as readonly Value[],
});

/** Reads a page of an account's jobs, in order of their time. */
export const pageOfJobs = (
  tx: Transaction,
  accountId: string,
  state: JobState | undefined,
  choice: PageChoice,
): Promise<Page<JobView>> =>
  selectPage(
    tx,
    { columns, table: 'jobs', where: whereOf(accountId, state), key: ['run_at', 'seq'], toRow },
    choice,
  );

export async function countJobs(
  tx: Transaction,
  accountId: string,
  state: JobState | undefined,
): Promise<number> {
  const { sql, values } = whereOf(accountId, state);
  const row = await tx.get<{ count: number }>(`select count(*) as count from jobs where ${sql}`, ...values);
  return Number(row?.count ?? 0);
}

export async function findJob(tx: Transaction, accountId: string, id: string): Promise<JobView | undefined> {
  const sql = `select ${columns} from jobs where account_id = ? and id = ?`;
  const row = await tx.get<StoredRow>(sql, accountId, id);
  return row && toRow(row);
}

/** Finds jobs of an account whose cause contains a text, except those of what waits by itself. Each comes with the stored row, which has its number. */
export async function jobsOf(
  tx: Transaction,
  accountId: string,
  text: string,
  limit: number,
): Promise<(readonly [row: JobView, stored: StoredRow])[]> {
  // Most jobs belong to deliveries, memberships and subscriptions, which say themselves that they wait.
  const sql = `select seq, ${columns} from jobs where account_id = ?
    and kind not in ('webhook', 'workflow_steps', 'campaign_emails') and instr(cause, ?) > 0 order by seq limit ?`;
  const rows = await tx.all<StoredRow>(sql, accountId, text, limit);
  return rows.map((stored) => [toRow(stored), stored] as const);
}

/** Makes a job due at a time in milliseconds, and clears its failure. */
export async function makeDue(tx: Transaction, accountId: string, id: string, runAt: number): Promise<void> {
  const sql = 'update jobs set run_at = ?, failure = null where account_id = ? and id = ?';
  await changeRows(tx, { table: 'jobs', accountId: accountId }, sql, runAt, accountId, id);
}

/** Work accepted for the background, with its failure if it failed. */
export interface RecordsJob {
  readonly id: string;
  readonly payload: {
    readonly operation: string;
    readonly records: readonly unknown[];
    readonly requestId?: string | undefined;
    readonly requestIds?: readonly string[] | undefined;
    readonly receivedAt?: number | undefined;
  };
  readonly runAt: number;
  readonly failure: string | null;
  /** The order of acceptance. */
  readonly seq: number;
}

/** Lists an account's batches and activities that are not processed, oldest first. */
export async function listRecordsJobs(tx: Transaction, accountId: string): Promise<RecordsJob[]> {
  const rows = await tx.all<StoredRow>(
    `select id, input as payload, run_at, failure, seq from jobs where account_id = ? and kind = 'records' order by run_at, seq`,
    accountId,
  );
  return rows.map(({ id, payload, run_at, failure, seq }) => ({
    id: String(id),
    payload: JSON.parse(String(payload)),
    runAt: Number(run_at),
    failure: failure === null || failure === undefined ? null : String(failure),
    seq: Number(seq),
  }));
}

/** A processed background request. */
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

/** Lists an account's processed background requests. */
export async function listProcessedRequests(tx: Transaction, accountId: string): Promise<ProcessedRequest[]> {
  const rows = await tx.all<StoredRow>(
    `select request_id, min(operation) as operation, count(*) as records,
       sum(case when state = 'refused' then 1 else 0 end) as failed, min(finished_at) as started_at,
       min(seq) as seq
     from outcomes where account_id = ? group by request_id`,
    accountId,
  );
  return rows.map((row) => ({
    requestId: String(row.request_id),
    operation: String(row.operation),
    records: Number(row.records),
    failed: Number(row.failed),
    startedAt: String(row.started_at),
    seq: Number(row.seq),
  }));
}

/** Finds the next job of a kind with a payload, as it is stored. If none waits, one that has failed. */
export async function findJobWith(
  tx: Transaction,
  accountId: string,
  kind: string,
  payload: string,
): Promise<Pick<JobView, 'runAt' | 'failure'> | undefined> {
  const row = await tx.get<{ run_at: number; failure: string | null }>(
    `select run_at, failure from jobs where account_id = ? and kind = ? and input = ?
     order by case when failure is null then 0 else 1 end, run_at limit 1`,
    accountId,
    kind,
    payload,
  );
  return row && { runAt: Number(row.run_at), failure: row.failure };
}

/** Whether the recipients of a broadcast are still being listed. */
export async function hasStartJob(tx: Transaction, accountId: string, broadcastId: string): Promise<boolean> {
  const row = await tx.get(
    `select 1 as there from jobs where account_id = ? and kind = 'broadcast_start' and input like ? limit 1`,
    accountId,
    `%"broadcastId":${JSON.stringify(broadcastId)}%`,
  );
  return row !== undefined;
}
