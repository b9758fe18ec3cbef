import type { Item, ResponseOf } from '../../api/responses.ts';

/** A webhook in the list. */
export type WebhookSummary = Item<'GET /_admin/webhooks', 'webhooks'>;

/** One webhook with the state of its receiver. */
export type Webhook = ResponseOf<'GET /_admin/webhooks/{webhook_id}'>;

/** A delivery with all its attempts. */
export type Delivery = ResponseOf<'GET /_admin/webhook_deliveries/{delivery_id}'>;

/** One attempt to post a delivery. */
export type Attempt = Delivery['attempts'][number];

/** A delivery in the list. */
export type DeliverySummary = Item<'GET /_admin/webhook_deliveries', 'deliveries'>;

/** The words for the states of deliveries; one that waits has its own once an attempt has failed. */
const WORDS = {
  delivered: 'delivered',
  pending: 'retrying',
  given_up: 'gave up',
  dropped: 'dropped',
  held: 'held',
} as const satisfies Readonly<Record<DeliverySummary['state'], string>>;

/** The state of a delivery in a word. */
export const stateOf = ({
  state,
  attempts,
}: {
  readonly state: DeliverySummary['state'];
  readonly attempts: readonly unknown[];
}): string => (state === 'pending' && attempts.length === 0 ? 'waiting' : WORDS[state]);

/** The states of deliveries that a list can be narrowed to. */
export const DELIVERY_STATES = [['', 'All states'], ...Object.entries(WORDS)] as const;
