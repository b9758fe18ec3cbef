import type { Item, ResponseOf } from '../../api/responses.ts';

/** A delivery with all its attempts. */
export type Delivery = ResponseOf<'GET /_admin/webhook_deliveries/{delivery_id}'>;

type State = Item<'GET /_admin/webhook_deliveries', 'deliveries'>['state'];

/** The words for the states of deliveries; one that waits has its own once an attempt has failed. */
const WORDS = {
  delivered: 'delivered',
  pending: 'retrying',
  given_up: 'gave up',
  dropped: 'dropped',
  held: 'held',
} as const satisfies Readonly<Record<State, string>>;

interface WithState {
  readonly state: State;
  readonly attempts: readonly unknown[];
}

/** The state of a delivery in a word. */
export const stateOf = ({ state, attempts }: WithState): string =>
  state === 'pending' && attempts.length === 0 ? 'waiting' : WORDS[state];

/** The states of deliveries that a list can be narrowed to. */
export const DELIVERY_STATES = Object.entries(WORDS);
