import type { EventInput, Infer } from '@trickle/sdk/contract';
import { insertEvent } from '../../store/events.ts';
import { type SubscriberRow, updateSubscriber } from '../../store/subscribers.ts';
import { isoTime } from '../../values/iso-time.ts';
import { parseTime } from '../../values/time.ts';
import type { Context } from '../../world/context.ts';
import { convert } from '../events/conversions.ts';
import { emit } from '../events/emit.ts';
import { trimPageEvents } from '../events/retention.ts';
import { identifySubscriber } from '../lookup/find-subscriber.ts';
import { emitChanges, snapshot } from '../subscribers/change-events.ts';
import { earnPoints, score } from '../subscribers/lead-score.ts';
import { upsertSubscriber } from '../subscribers/upsert.ts';
import { handleTriggerEvent } from '../workflow-triggers/handle-event.ts';

/** What is recorded. */
export type CustomEvent = Pick<Infer<typeof EventInput>, 'action' | 'properties' | 'occurred_at'>;

/** Records a custom event of the person whom `id` or `email` names; an unknown address is created. */
// Unspecified: U-09
export async function recordEvent(
  context: Context,
  { id, email, prospect, ...event }: Infer<typeof EventInput>,
): Promise<void> {
  const found = await identifySubscriber(context, { id, email });
  const isChanged = !found || (prospect !== undefined && prospect !== found.data.prospect);
  const person = isChanged ? await upsertSubscriber(context, { id, email, prospect }) : found;
  await recordEventOf(context, person, null, event);
}

/** Records a custom event of a person, or of a visitor of whom no more is known. */
export async function recordEventOf(
  context: Context,
  person: SubscriberRow | undefined,
  visitorUuid: string | null,
  { action, properties = {}, occurred_at }: CustomEvent,
): Promise<void> {
  const { world, tx, accountId } = context;
  const occurredAt = isoTime(occurred_at === undefined ? world.clock.now() : parseTime(occurred_at));
  const event = { subscriberId: person?.id ?? null, visitorUuid, action, properties, occurredAt };
  await insertEvent(tx, accountId, { id: world.ids.hex(), kind: 'custom', ...event });
  await convert(context, event);
  if (visitorUuid !== null) await trimPageEvents(context, visitorUuid);
  if (!person) return;
  const performed = { ...properties, action };
  await emit(context, person.id, 'subscriber.performed_custom_event', performed, occurredAt);
  // Unspecified: U-29
  if (action.toLowerCase() === 'viewed a product') {
    await handleTriggerEvent(context, person.id, { type: 'viewed_product', properties });
  }
  const before = snapshot(person);
  if ((await earnPoints(context, person, action)) === 0) return;
  await score(context, person);
  await updateSubscriber(tx, accountId, person);
  await emitChanges(context, before, person);
}
