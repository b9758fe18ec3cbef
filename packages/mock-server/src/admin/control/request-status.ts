import type { OperationName } from '../../shared/values/operation-names.ts';
import type { Store } from '../../store/engine/store.ts';
import { listOutcomes, type Outcome } from '../../store/tables/outcomes.ts';
import { findPendingRecords } from '../../store/tables/requests.ts';

/** The progress of a request accepted for background processing. */
export interface RequestStatus {
  readonly requestId: string;
  /** For example `subscribers.upsertBatch`. */
  readonly operation: OperationName;
  /** `waiting`: not processed yet. `failed`: this server could not process it. */
  readonly state: 'waiting' | 'done' | 'failed';
  /** The reason for the failure. */
  readonly failure?: string | undefined;
  /** The outcome of each record. */
  readonly records: readonly Outcome[];
}

/**
 * Returns the progress of a background request. The id is the `request_id` of a v3 activity or the last path segment
 * of a v2 batch's `Location`. Undefined if unknown.
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
