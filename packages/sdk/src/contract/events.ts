import * as z from 'zod/mini';
import { CONVERSION_VALUE_LIMIT } from './goals.ts';
import { endpoint } from './schema/endpoint.ts';
import { batchIn, emptyOut, noneOut, oneIn } from './schema/envelope.ts';
import * as f from './schema/field.ts';
import { type Infer, type RequireOne, schema } from './schema/schema.ts';

/** Arguments for recording an event. `email` or `id` identifies the subscriber; at least one is required. */
export const EventInput = schema(() =>
  z
    .object({
      email: f.optional(f.email()),
      /** The subscriber's id. */
      id: f.optional(f.name()),
      /** Name of the event. If a conversion has the same name, it is recorded too. */
      action: f.name(),
      /** Default true. */
      prospect: f.optional(f.boolean()),
      properties: f.optional(
        z.catchall(
          z.object({
            /** For a conversion, in cents. Numbers must be less than 2,147,483,647. */
            value: f.optional(f.anyBelow(CONVERSION_VALUE_LIMIT)),
          }),
          z.unknown(),
        ),
      ),
      /** ISO 8601. Default: now. */
      occurred_at: f.optional(f.isoTime()),
    })
    .check(...f.needsOneOf('email', 'id')),
);
export type EventInput = RequireOne<Infer<typeof EventInput>, 'email' | 'id'>;

export const events = {
  /** Records a custom event of a subscriber. */
  record: endpoint('POST /v2/{account_id}/events', {
    body: oneIn<EventInput>('events', EventInput),
    response: noneOut,
  }),
  /** Records 1 to 1000 events in the background. */
  recordBatch: endpoint('POST /v2/{account_id}/events/batches', {
    body: batchIn<EventInput>('events', EventInput),
    status: 201,
    response: emptyOut,
  }),
};

/** The events recorded by the service ("Timeline events recorded by the service"). */
export const TIMELINE_EVENTS = Object.freeze([
  'Placed an order',
  'Updated an order',
  'Paid an order',
  'Fulfilled an order',
  'Canceled an order',
  'Refunded an order',
  'Created a cart',
  'Updated a cart',
] as const);

export type TimelineEvent = (typeof TIMELINE_EVENTS)[number];
