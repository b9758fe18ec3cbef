import { listOutcomes, type Outcome } from '../store/outcomes.ts';
import { findPendingRecords } from '../store/requests.ts';
import type { Store } from '../store/store.ts';
import type { OperationName } from '../values/operation-names.ts';

/** How far a request is that was accepted for the background. */
export interface RequestStatus {
  readonly requestId: string;
  /** As in `subscribers.upsertBatch`. */
  readonly operation: OperationName;
  /** `waiting` before its records were worked on; `failed` when this server could not do it. */
  readonly state: 'waiting' | 'done' | 'failed';
  /** Why it failed. */
  readonly failure?: string | undefined;
  /** What became of its records. */
  readonly records: readonly Outcome[];
}

/**
 * How far a request is: of a v3 activity by its `request_id`, of a v2 batch by the end of its `Location`. Undefined
 * when there is no such request.
 */
// Unspecified: U-24
export function requestStatus(
  store: Store,
  accountId: string,
  requestId: string,
): Promise<RequestStatus | undefined> {
  return store.read(async (tx) => {
    const records = await listOutcomes(tx, accountId, requestId);
    const pending = await findPendingRecords(tx, accountId, requestId);
    const operation = records[0]?.operation ?? pending?.operation;
    if (operation === undefined) return undefined;
    const failure = pending?.failure;
    const state = failure !== undefined ? 'failed' : pending ? 'waiting' : 'done';
    return { requestId, operation, state, ...(failure !== undefined && { failure }), records };
  });
}
