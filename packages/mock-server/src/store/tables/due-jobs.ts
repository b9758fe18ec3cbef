import type { Transaction } from '../engine/store.ts';

/** The due jobs of one kind. */
export interface DueJobs {
  readonly kind: string;
  readonly count: number;
  /** When the oldest of them became due, in milliseconds since 1970. */
  readonly oldest: number;
}

/** Counts the due jobs of a clock by kind, on all accounts. Reads only due jobs, by an index. */
export async function countDueJobs(tx: Transaction, clockId: string, now: number): Promise<DueJobs[]> {
  const rows = await tx.all<{ kind: string; count: number; oldest: number }>(
    `select kind, count(*) as count, min(run_at) as oldest from jobs
     where clock_id = ? and is_blocked in (0, 1) and failure is null and run_at <= ? group by kind`,
    clockId,
    now,
  );
  return rows.map(({ kind, count, oldest }) => ({ kind, count: Number(count), oldest: Number(oldest) }));
}
