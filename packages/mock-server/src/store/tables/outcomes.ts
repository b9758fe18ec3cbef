import type { ErrorEntry } from '@trickle/sdk/contract';
import type { OperationName } from '../../shared/values/operation-names.ts';
import { json, number, text } from '../engine/column.ts';
import { nameOf, placed } from '../engine/place.ts';
import { type RowOf, table } from '../engine/table.ts';

/** The results of records that were accepted for background processing. */
export const outcomes = table(
  'outcomes',
  {
    /** The id of the request: a v3 activity's `request_id`, or the end of a v2 batch's `Location`. */
    requestId: text(),
    /** The index of the record in its batch, from 0. */
    position: number(),
    /** As in `subscribers.upsertBatch`. */
    operation: text<OperationName>(),
    state: text<'done' | 'refused'>(),
    /** The reasons for the refusal; empty when `state` is `done`. */
    errors: json<readonly ErrorEntry[]>(),
    /** ISO 8601. */
    finishedAt: text(),
    /** The subscriber that the record changed; null if it changed none. */
    subscriberId: text().orNull(),
    ...placed(),
  },
  { order: ['finishedAt', 'seq'], kept: 'outcomes' },
);
export interface Outcome extends RowOf<typeof outcomes> {}

export const outcomeId = ({ requestId, position }: Pick<Outcome, 'requestId' | 'position'>): string =>
  `${requestId}#${position}`;

/** The name of an outcome among the rows that lead to others. */
export const outcomeName = (record: Pick<Outcome, 'requestId' | 'position'>): string =>
  nameOf('outcome', outcomeId(record));
