import type { Item, ResponseOf } from '../../api/responses.ts';

/** A stored state in the list. */
export type Checkpoint = Item<'GET /_admin/checkpoints', 'checkpoints'>;

/** The difference between a stored state and the present one. */
export type Difference = ResponseOf<'GET /_admin/checkpoints/{id}/diff'>;

/** The differences in one noun. */
export type NounDifference = Difference['nouns'][string];

/** A record in a comparison. */
export type Thing = NounDifference['added'][number];

/** A changed record, with its values before and now by member; null means absent. */
export type ChangedThing = NounDifference['changed'][number];
