import type { WebhookEvent, WebhookProperties } from '@trickle/sdk/contract';
import { isoTime } from '../../shared/values/time.ts';
import { domainEvents, eventName, insertNumberedEvent } from '../../store/tables/domain-events.ts';
import { accountFeatures, type Context } from '../context/context.ts';
import { type DomainEvent, fanOut, isReported } from '../webhooks/fan-out.ts';
import { handleTriggerEvent } from '../workflow-triggers/handle-event.ts';
import { prune } from './retention.ts';

/** Records an event, creates its webhook deliveries and runs its triggers. Call it once per change, in its transaction. */
// Unspecified: U-23
export async function emit<Event extends WebhookEvent>(
  context: Context,
  subscriberId: string,
  event: Event,
  properties: WebhookProperties<Event>,
): Promise<void> {
  const { services, occurredAt = isoTime(services.clock.now()) } = context;
  await emitEvent(context, { subscriberId, event, properties, occurredAt });
}

export async function emitEvent(context: Context, domainEvent: DomainEvent): Promise<void> {
  const { services, tx, accountId, place } = context;
  const { subscriberId, event, properties } = domainEvent;
  const row = { accountId, ...domainEvent, ...place };
  context.cache.subscriberId ??= subscriberId;
  const { hasWebhooks, hasWorkflows, listenedUntil } = await accountFeatures(context);
  const isWebhookEvent = (hasWebhooks || listenedUntil > 0) && (await isReported(context, event));
  const number = isWebhookEvent || hasWorkflows ? insertNumberedEvent(tx, row) : undefined;
  if (number === undefined) await domainEvents.insert(tx, accountId, row);
  else if (isWebhookEvent) {
    await fanOut(context, domainEvent, number);
    await number;
  }
  const pruned = prune(context, domainEvents);
  if (pruned !== undefined) await pruned;
  services.feed.notify();
  if (!hasWorkflows) return;
  const type = event.slice('subscriber.'.length);
  await handleTriggerEvent(context, subscriberId, {
    type,
    properties,
    name: number && (() => number.then(eventName)),
  });
}
