import type { EventInput, Infer } from '@trickle/sdk/contract';
import { isoTime, parseTime } from '../../shared/values/time.ts';
import { below, nameOf } from '../../store/engine/place.ts';
import { events } from '../../store/tables/events.ts';
import { type SubscriberRow, updateSubscriber } from '../../store/tables/subscribers.ts';
import type { Context } from '../context/context.ts';
import { convert } from '../events/conversions.ts';
import { emitEvent } from '../events/emit.ts';
import { prunePageEvents } from '../events/retention.ts';
import { findNamedSubscriber } from '../records/subscriber.ts';
import { earnPoints, emitChanges, score, snapshot } from '../subscribers/change-events.ts';
import { upsertSubscriber } from '../subscribers/subscribers.ts';
import { handleTriggerEvent } from '../workflow-triggers/handle-event.ts';

export type CustomEvent = Pick<Infer<typeof EventInput>, 'action' | 'properties' | 'occurred_at'>;

/** Records a custom event of the subscriber with this `id` or `email`. Creates the subscriber of an unknown address. */
// Unspecified: U-09
export async function recordEvent(
  context: Context,
  { id, email, prospect, ...event }: Infer<typeof EventInput>,
): Promise<void> {
  const existing = await findNamedSubscriber(context, { id, email });
  const isChanged = !existing || (prospect !== undefined && prospect !== existing.data.prospect);
  const subscriber = isChanged ? await upsertSubscriber(context, { id, email, prospect }) : existing;
  await recordEventOf(context, subscriber, null, event);
}

export async function recordEventOf(
  origin: Context,
  subscriber: SubscriberRow | undefined,
  visitorUuid: string | null,
  { action, properties = {}, occurred_at }: CustomEvent,
): Promise<void> {
  const { services, tx, accountId, place } = origin;
  const occurredAt = isoTime(occurred_at === undefined ? services.clock.now() : parseTime(occurred_at));
  const event = { subscriberId: subscriber?.id ?? null, visitorUuid, action, properties, occurredAt };
  const id = services.ids.hex();
  const name = nameOf('event', id);
  const context = { ...origin, place: below(place, name) };
  await events.insert(tx, accountId, { id, kind: 'custom', ...event, ...place });
  await convert(context, event);
  if (visitorUuid !== null) await prunePageEvents(context, visitorUuid);
  if (!subscriber) return;
  const performed = { ...properties, action };
  const performance = { event: 'subscriber.performed_custom_event', properties: performed } as const;
  await emitEvent(context, { ...performance, subscriberId: subscriber.id, occurredAt });
  // Unspecified: U-29
  if (action.toLowerCase() === 'viewed a product') {
    await handleTriggerEvent(context, subscriber.id, {
      type: 'viewed_product',
      properties,
      name: () => name,
    });
  }
  const before = snapshot(subscriber);
  if ((await earnPoints(context, subscriber, action)) === 0) return;
  await score(context, subscriber, 'action');
  await updateSubscriber(tx, accountId, subscriber);
  await emitChanges(context, before, subscriber, {
    reason: `Custom event: ${action}`,
    attribute: 'action',
  });
}
