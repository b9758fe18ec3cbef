import type { OperationName } from '../values/operation-names.ts';
import type { Transaction } from './store.ts';

/** Accepted work that is not done yet. */
export interface PendingRecords {
  readonly operation: OperationName;
  /** Why it could not be done, and is not tried any more. */
  readonly failure: string | undefined;
}

/** The work that a request has left to be done; undefined when there is none. */
export async function findPendingRecords(
  tx: Transaction,
  accountId: string,
  requestId: string,
): Promise<PendingRecords | undefined> {
  if (!/^[\w-]+$/.test(requestId)) return undefined; // no id is like that, and a pattern must not come in
  const row = await tx.get<{ payload: string; failure: string | null }>(
    `select payload, failure from jobs
     where account_id = ? and kind = 'records' and (id = ? or payload like ?) order by seq limit 1`,
    accountId,
    requestId,
    `%"${requestId}"%`,
  );
  return row && { operation: JSON.parse(row.payload).operation, failure: row.failure ?? undefined };
}
