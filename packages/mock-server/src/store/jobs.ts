import type { Transaction } from './store.ts';

/** Work that was accepted and is still to be done. */
export interface JobRow {
  readonly seq: number;
  readonly accountId: string;
  readonly id: string;
  readonly kind: string;
  /** Milliseconds since 1970, by the server's clock. */
  readonly runAt: number;
  readonly payload: unknown;
}

interface Stored {
  seq: number;
  account_id: string;
  id: string;
  kind: string;
  run_at: number;
  payload: string;
}

export async function insertJob(tx: Transaction, job: Omit<JobRow, 'seq'>): Promise<void> {
  await tx.run(
    'insert into jobs (account_id, id, kind, run_at, payload) values (?, ?, ?, ?, ?)',
    job.accountId,
    job.id,
    job.kind,
    job.runAt,
    JSON.stringify(job.payload),
  );
}

/** The job that is due first: by time, then by the order in which they were accepted. */
export async function findDueJob(tx: Transaction, now: number): Promise<JobRow | undefined> {
  const row = await tx.get<Stored>(
    `select seq, account_id, id, kind, run_at, payload from jobs
     where run_at <= ? and failure is null order by run_at, seq limit 1`,
    now,
  );
  return (
    row && {
      seq: Number(row.seq),
      accountId: row.account_id,
      id: row.id,
      kind: row.kind,
      runAt: Number(row.run_at),
      payload: JSON.parse(row.payload),
    }
  );
}

export async function deleteJob(tx: Transaction, seq: number): Promise<void> {
  await tx.run('delete from jobs where seq = ?', seq);
}

/** Puts a job aside that this server could not do, so that the next ones go on. */
export async function failJob(tx: Transaction, seq: number, failure: string): Promise<void> {
  await tx.run('update jobs set failure = ? where seq = ?', failure, seq);
}
