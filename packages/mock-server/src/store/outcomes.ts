import type { ErrorEntry } from '@trickle/sdk/contract';
import type { OperationName } from '../values/operation-names.ts';
import type { Transaction } from './store.ts';

/** What became of one record that was accepted for the background. */
export interface Outcome {
  /** The id of the request: of a v3 activity its `request_id`, of a v2 batch the end of its `Location`. */
  readonly requestId: string;
  /** Where in its batch the record stood, from 0. */
  readonly position: number;
  /** As in `subscribers.upsertBatch`. */
  readonly operation: OperationName;
  readonly state: 'done' | 'refused';
  /** Why it was refused; empty when it is done. */
  readonly errors: readonly ErrorEntry[];
  /** ISO 8601. */
  readonly finishedAt: string;
}

export async function insertOutcome(tx: Transaction, accountId: string, outcome: Outcome): Promise<void> {
  await tx.run(
    `insert into outcomes (account_id, request_id, position, operation, state, errors, finished_at)
     values (?, ?, ?, ?, ?, ?, ?)`,
    accountId,
    outcome.requestId,
    outcome.position,
    outcome.operation,
    outcome.state,
    JSON.stringify(outcome.errors),
    outcome.finishedAt,
  );
}

/** The outcomes of one request, or of all, in the order of their records. */
export async function listOutcomes(
  tx: Transaction,
  accountId: string,
  requestId?: string | undefined,
): Promise<Outcome[]> {
  const rows = await tx.all<{
    request_id: string;
    position: number;
    operation: OperationName;
    state: Outcome['state'];
    errors: string;
    finished_at: string;
  }>(
    `select request_id, position, operation, state, errors, finished_at from outcomes
     where account_id = ? and (? is null or request_id = ?) order by finished_at, request_id, position`,
    accountId,
    requestId ?? null,
    requestId ?? null,
  );
  return rows.map((row) => ({
    requestId: row.request_id,
    position: Number(row.position),
    operation: row.operation,
    state: row.state,
    errors: JSON.parse(row.errors),
    finishedAt: row.finished_at,
  }));
}
