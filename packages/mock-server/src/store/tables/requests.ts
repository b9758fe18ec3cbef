import type { OperationName } from '../../shared/values/operation-names.ts';
import type { Transaction } from '../engine/store.ts';

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
  const row = await tx.get<{ payload: string; failure: string | null }>(
    `select input as payload, failure from jobs
     where account_id = ? and kind = 'records' and (id = ? or input like ?)
     order by case when failure is null then 1 else 0 end, seq limit 1`,
    accountId,
    requestId,
    `%"${requestId}"%`,
  );
  return row && { operation: JSON.parse(row.payload).operation, failure: row.failure ?? undefined };
}
