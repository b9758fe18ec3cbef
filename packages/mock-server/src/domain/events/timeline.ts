import type { TimelineEvent } from '@trickle/sdk/contract';
import { nameOf } from '../../store/engine/place.ts';
import { events } from '../../store/tables/events.ts';
import type { Context } from '../context/context.ts';
import { handleTriggerEvent } from '../workflow-triggers/handle-event.ts';

export interface TimelineEntry {
  /** Default: a new id. */
  readonly id?: string | undefined;
  readonly subscriberId: string;
  readonly action: TimelineEvent;
  readonly properties: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly occurredAt: string;
}

/** Records a timeline event. Unlike a custom event, it is not listed among the actions or sent to webhooks. */
export async function recordOnTimeline(
  context: Context,
  { id = context.services.ids.hex(), ...entry }: TimelineEntry,
): Promise<void> {
  const { subscriberId, action, properties } = entry;
  const { tx, accountId, place } = context;
  context.cache.subscriberId ??= subscriberId;
  await events.insert(tx, accountId, { id, visitorUuid: null, kind: 'timeline', ...entry, ...place });
  const provider = String(properties.provider ?? '');
  await handleTriggerEvent(context, subscriberId, {
    type: triggerTypes[action],
    provider,
    properties,
    name: () => nameOf('event', id),
  });
}

// Unspecified: U-125
export const triggerTypes: Readonly<Record<TimelineEvent, string>> = {
  'Placed an order': 'placed_order',
  'Updated an order': 'updated_order',
  'Paid an order': 'paid_order',
  'Fulfilled an order': 'fulfilled_order',
  'Canceled an order': 'canceled_order',
  'Refunded an order': 'refunded_order',
  'Created a cart': 'created_cart',
  'Updated a cart': 'updated_cart',
};
