import type { BulkOptions, BulkProgress, BulkSummary, Client } from '@trickle/sdk';
import {
  CartActivity,
  EventInput,
  OrderActivity,
  OrderInput,
  ProductActivity,
  type Schema,
  Subscriber,
  SubscriberInput,
  UnsubscribeInput,
} from '@trickle/sdk/contract';
import type { ImportOptions } from './options.ts';

/** A record to send. The client checks it against the contract first. */
export type ImportRecord = Record<string, unknown>;

export interface SendingJob extends PromiseLike<BulkSummary>, AsyncIterable<BulkProgress> {
  readonly progress: BulkProgress;
  abort(reason?: unknown): void;
}

export interface Target {
  readonly item: Schema;
  /** The schema in responses, if it has more members than in requests. */
  readonly resource?: Schema;
  /** The member for custom names; '' for the record itself. */
  readonly own?: 'custom_fields' | 'properties' | '';
  /** Whether each record is a subscriber, so that repeats are reported. */
  readonly isSubscriber?: boolean;
  send(client: Client, records: AsyncIterable<never>, options: BulkOptions): SendingJob;
}

type Kind = ImportOptions['as'];

export const targets: Readonly<Record<Kind, Target>> = {
  subscribers: {
    item: SubscriberInput,
    resource: Subscriber,
    own: 'custom_fields',
    isSubscriber: true,
    send: (client, records, options) => client.subscribers.upsertMany(records, options),
  },
  unsubscribes: {
    item: UnsubscribeInput,
    resource: Subscriber,
    isSubscriber: true,
    send: (client, records, options) => client.unsubscribes.createMany(records, options),
  },
  events: {
    item: EventInput,
    own: 'properties',
    send: (client, records, options) => client.events.recordMany(records, options),
  },
  orders: {
    item: OrderInput,
    own: 'properties',
    send: (client, records, options) => client.orders.upsertMany(records, options),
  },
  'cart-activities': {
    item: CartActivity,
    own: '',
    send: (client, records, options) => client.shopperActivity.cartMany(records, options),
  },
  'order-activities': {
    item: OrderActivity,
    own: '',
    send: (client, records, options) => client.shopperActivity.orderMany(records, options),
  },
  'product-activities': {
    item: ProductActivity,
    own: '',
    send: (client, records, options) => client.shopperActivity.productMany(records, options),
  },
};
