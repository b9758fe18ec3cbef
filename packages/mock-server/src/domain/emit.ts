import type { WebhookEvent, WebhookProperties } from '@trickle/sdk/contract';
import { insertDomainEvent } from '../store/domain-events.ts';
import { isoTime } from '../world.ts';
import type { Context } from './context.ts';
import { trimEvents } from './trimming.ts';
import { fanOut } from './webhook-fan-out.ts';
import { signal } from './workflow-signals.ts';

/**
 * Tells the account that something happened to a subscriber. Called once per change, in the change's transaction.
 * `occurredAt` is ISO 8601, by default now.
 */
// Unspecified: U-23
export async function emit<Event extends WebhookEvent>(
  context: Context,
  subscriberId: string,
  event: Event,
  properties: WebhookProperties<Event>,
  occurredAt = isoTime(context.world.clock.now()),
): Promise<void> {
  const { world, tx, accountId } = context;
  await insertDomainEvent(tx, { accountId, subscriberId, event, properties, occurredAt });
  await trimEvents(context);
  world.feed.poke();
  await fanOut(context, { subscriberId, event, properties, occurredAt });
  await signal(context, subscriberId, { type: event.slice('subscriber.'.length), properties });
}
