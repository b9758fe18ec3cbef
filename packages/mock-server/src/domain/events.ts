import type { EventInput } from '@trickle/sdk/contract';
import { insertEvent } from '../store/events.ts';
import type { SubscriberRow } from '../store/subscribers.ts';
import { isoTime } from '../world.ts';
import type { Context } from './context.ts';
import { identifySubscriber } from './find-subscriber.ts';
import { parseTime } from './time.ts';
import { upsertSubscriber } from './upsert-subscriber.ts';

/** Records a custom event of the person whom `id` or `email` names; an unknown address is created. */
// Unspecified: U-09
export async function recordEvent(context: Context, event: EventInput): Promise<void> {
  const { id, email, prospect } = event;
  const found = await identifySubscriber(context, { id, email });
  const person =
    found && prospect === undefined ? found : await upsertSubscriber(context, { id, email, prospect });
  await recordEventOf(context, { subscriberId: person.id, visitorUuid: null }, event);
}

/** Whose event it is: a person's, or a visitor's of whom no more is known. */
export interface EventOwner {
  readonly subscriberId: SubscriberRow['id'] | null;
  readonly visitorUuid: string | null;
}

/** Records a custom event. */
export async function recordEventOf(
  { world, tx, accountId }: Context,
  owner: EventOwner,
  event: Pick<EventInput, 'action' | 'properties' | 'occurred_at'>,
): Promise<void> {
  const occurred = event.occurred_at === undefined ? world.clock.now() : parseTime(event.occurred_at);
  await insertEvent(tx, accountId, {
    id: world.ids.hex(),
    ...owner,
    action: event.action,
    occurredAt: isoTime(occurred),
    properties: event.properties ?? {},
  });
}
