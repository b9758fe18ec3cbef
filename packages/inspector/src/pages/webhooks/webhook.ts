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

/** The states of deliveries that a list can be narrowed to. */
export const DELIVERY_STATES = [
  ['', 'All states'],
  ['delivered', 'Delivered'],
  ['pending', 'Pending'],
  ['given_up', 'Given up'],
  ['dropped', 'Dropped'],
  ['held', 'Held'],
] as const satisfies readonly (readonly [DeliverySummary['state'] | '', string])[];
