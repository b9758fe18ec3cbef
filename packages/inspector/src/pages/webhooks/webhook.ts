import { DELIVERY_WORDS, wordOfDelivery } from '@trickle/design/deliveries';
import type { Item, ResponseOf } from '../../api/responses.ts';

/** A delivery with all its attempts. */
export type Delivery = ResponseOf<'GET /_admin/webhook_deliveries/{delivery_id}'>;

type State = Item<'GET /_admin/webhook_deliveries', 'deliveries'>['state'];

interface WithState {
  readonly state: State;
  readonly attempts: readonly unknown[];
}

/** The state of a delivery in a word. */
export const stateOf = ({ state, attempts }: WithState): string => wordOfDelivery(state, attempts.length);

/** The states of deliveries that a list can be narrowed to. */
export const DELIVERY_STATES = Object.entries(DELIVERY_WORDS satisfies Readonly<Record<State, string>>);
