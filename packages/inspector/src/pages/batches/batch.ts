import type { Answer } from '../../api/answers.ts';

/** A batch with the outcomes of its records. */
export type Batch = Answer<'GET /_admin/request_status/{request_id}'>;

/** The outcome of one record of a batch. */
export type Outcome = Batch['records'][number];
