import type { ErrorEntry } from '@trickle/sdk/contract';
import type { OperationName } from '../../shared/values/operation-names.ts';
import { type Cause, cause } from '../engine/cause.ts';
import { filterOf } from '../engine/filter.ts';
import { type Page, type PageChoice, selectPage } from '../engine/page.ts';
import { json, mapRow, number } from '../engine/row-mapping.ts';
import type { Transaction } from '../engine/store.ts';

/** The result of one record that was accepted for background processing. */
export interface Outcome {
  /** The id of the request: a v3 activity's `request_id`, or the end of a v2 batch's `Location`. */
  readonly requestId: string;
  /** The index of the record in its batch, from 0. */
  readonly position: number;
  /** As in `subscribers.upsertBatch`. */
  readonly operation: OperationName;
  readonly state: 'done' | 'refused';
  /** The reasons for the refusal; empty when `state` is `done`. */
  readonly errors: readonly ErrorEntry[];
  /** ISO 8601. */
  readonly finishedAt: string;
  /** What led to it; null when unknown. */
  readonly cause: Cause | null;
}

const { columns, placeholders, toRow, values } = mapRow<Outcome>({
  requestId: 'request_id',
  position: number('position'),
  operation: 'operation',
  state: 'state',
  errors: json('errors'),
  finishedAt: 'finished_at',
  cause,
});

export async function insertOutcome(tx: Transaction, accountId: string, outcome: Outcome): Promise<void> {
  await tx.run(
    `insert into outcomes (account_id, ${columns}) values (?, ${placeholders})`,
    accountId,
    ...values(outcome),
  );
}

/** Lists the outcomes of one request or of all, in the order of their records. */
export async function listOutcomes(
  tx: Transaction,
  accountId: string,
  requestId?: string | undefined,
): Promise<Outcome[]> {
  return (await pageOfOutcomes(tx, accountId, { requestId })).rows;
}

/** Reads a page of the outcomes of one request or of all. */
export function pageOfOutcomes(
  tx: Transaction,
  accountId: string,
  { requestId }: { readonly requestId?: string | undefined },
  choice?: PageChoice,
): Promise<Page<Outcome>> {
  const where = filterOf(accountId, { request_id: requestId });
  const key = ['finished_at', 'seq'];
  return selectPage(tx, { columns, table: 'outcomes', where, key, toRow }, choice);
}
