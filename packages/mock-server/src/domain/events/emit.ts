import type { WebhookEvent, WebhookProperties } from '@trickle/sdk/contract';
import { insertDomainEvent } from '../../store/domain-events.ts';
import { isoTime } from '../../values/iso-time.ts';
import type { Context } from '../../world/context.ts';
import { fanOut } from '../webhooks/fan-out.ts';
import { handleTriggerEvent } from '../workflow-triggers/handle-event.ts';
import { pruneEvents } from './retention.ts';

/**
 * Records an event of a subscriber, creates its webhook deliveries and runs its workflow triggers. Call it once per
 * change, in the change's transaction. `occurredAt` is ISO 8601. Default: now.
 */
// Unspecified: U-23
export async function emit<Event extends WebhookEvent>(
  context: Context,
  subscriberId: string,
  event: Event,
  properties: WebhookProperties<Event>,
  occurredAt = isoTime(context.world.clock.now()),
): Promise<void> {
  const { world, tx, accountId, cause = null } = context;
  const seq = await insertDomainEvent(tx, {
    accountId,
    subscriberId,
    event,
    properties,
    occurredAt,
    cause,
  });
  await pruneEvents(context);
  world.feed.notify();
  await fanOut(context, { seq, subscriberId, event, properties, occurredAt });
  await handleTriggerEvent(context, subscriberId, { type: event.slice('subscriber.'.length), properties });
}
