import type { WebhookEvent } from '@trickle/sdk/contract';
import { accountFeatures } from '../../domain/context/context.ts';
import { areMet, type Finding, finding } from '../../domain/rules.ts';
import { accountOnline, subscriptionRules, webhookEnabled } from '../../domain/webhooks/rules.ts';
import { isoTime } from '../../shared/values/time.ts';
import { sql } from '../../store/engine/sql.ts';
import { domainEvents, type NumberedEvent } from '../../store/tables/domain-events.ts';
import type { RecordRow } from '../../store/tables/records.ts';
import type { SubscriberRow } from '../../store/tables/subscribers.ts';
import { type WebhookDeliveryRow, webhookDeliveries } from '../../store/tables/webhook-deliveries.ts';
import { waitsForDelivery } from '../../store/tables/webhook-payloads.ts';
import type { AdminContext } from '../scope.ts';
import { failedJob, jobWith } from './rules.ts';
import { done, judge, type WhyNotAnswer } from './verdict.ts';

export interface WebhookQuestion {
  readonly subscriber: Pick<SubscriberRow, 'id' | 'email'>;
  readonly webhook: RecordRow<'webhooks'>;
  readonly event: WebhookEvent;
}

/** Answers why a webhook has not sent the newest event of a kind of a subscriber. */
export async function whyNotWebhook(context: AdminContext, question: WebhookQuestion): Promise<WhyNotAnswer> {
  const { tx, accountId } = context;
  const { subscriber, webhook, event } = question;
  const newest = await domainEvents.get(
    tx,
    accountId,
    sql`subscriber_id = ${subscriber.id} and event = ${event} order by seq desc limit 1`,
  );
  const deliveries = newest ? await deliveriesOf(context, question, newest) : [];
  const success = deliveries.find(({ state }) => state === 'delivered');
  if (success) return arrived(question, success);
  const delivery = deliveries.at(-1);
  const rules: Finding[] = [webhookEnabled(webhook)];
  // A delivery was created under the rules of its time.
  if (!delivery) rules.push(...subscriptionRules(webhook, event));
  rules.push(happened(question, newest));
  if (newest && !delivery && areMet(rules)) rules.push(await delivered(context, question, newest));
  rules.push(accountOnline(await accountFeatures(context)));
  const text = `The webhook ${webhook.data.post_url} will be told about ${event} of ${subscriber.email}.`;
  const now = context.services.clock.now();
  if (!delivery) return judge(rules, { text, at: now });
  const deliveryId = delivery.id;
  const job =
    (await jobWith(context, 'webhook', { deliveryId })) ??
    (await jobWith(context, 'webhook', { deliveryId, wasHeld: true }));
  const at = Math.max(job?.runAt ?? now, now);
  rules.push(
    ...failedJob(`the delivery ${deliveryId}`, job),
    ...(areMet(rules) ? [stateOf(delivery, at)] : []),
  );
  return judge(rules, { text, at, ref: { type: 'webhook_delivery', id: deliveryId } });
}

/** The deliveries of an event to a webhook, replays among them, oldest first. */
const deliveriesOf = (
  { tx, accountId }: AdminContext,
  { subscriber, webhook }: WebhookQuestion,
  { seq }: NumberedEvent,
): Promise<WebhookDeliveryRow[]> =>
  webhookDeliveries.list(tx, accountId, {
    subscriberId: subscriber.id,
    webhookId: webhook.id,
    eventSeq: seq,
  });

function arrived({ subscriber, event }: WebhookQuestion, { id, attempts, url }: WebhookDeliveryRow) {
  const at = isoTime(attempts.at(-1)?.at ?? 0);
  const text = `${event} of ${subscriber.email} was delivered to ${url} at ${at}.`;
  return done(text, { at, ref: { type: 'webhook_delivery', id } });
}

/** Whether the event has happened. */
const happened = ({ subscriber, event }: WebhookQuestion, newest: NumberedEvent | undefined): Finding =>
  finding({ type: 'subscriber', id: subscriber.id }, 'event_happened', {
    isMet: newest !== undefined,
    text: newest
      ? `${event} of ${subscriber.email} last happened at ${newest.occurredAt}.`
      : `${event} has never happened to ${subscriber.email}.`,
  });

/** Why an event has no delivery to a webhook. */
async function delivered(
  { tx, accountId }: AdminContext,
  { webhook }: WebhookQuestion,
  { seq, cause, occurredAt }: NumberedEvent,
): Promise<Finding> {
  const about = { type: 'webhook', id: webhook.id } as const;
  const rule = 'delivery_created';
  if (cause?.type === 'seed') {
    const text = 'The event came with the seed: webhooks are not told about the past.';
    return finding(null, rule, { isMet: false, text });
  }
  if (await waitsForDelivery(tx, accountId, seq, webhook.id)) {
    const text = 'Deliveries of earlier events are still being created.';
    return { rule, result: 'waits', text, about };
  }
  const isNew = webhook.createdAt > occurredAt;
  const text = isNew
    ? `The webhook was created at ${webhook.createdAt}, after the event had happened at ${occurredAt}.`
    : `The webhook was disabled, or not subscribed to the event, when it happened at ${occurredAt}.`;
  return finding(about, rule, { isMet: false, text });
}

/** The state of a delivery that has not arrived. */
function stateOf({ state, attempts, webhookId }: WebhookDeliveryRow, at: number): Finding {
  const about = { type: 'webhook', id: webhookId } as const;
  const { status, error } = attempts.at(-1) ?? {};
  const failure = `${attempts.length === 1 ? 'One attempt' : `${attempts.length} attempts`} failed, the last one with ${status ?? error}`;
  switch (state) {
    case 'given_up':
      return finding(about, 'accepted', { isMet: false, text: `${failure}, and it was given up.` });
    case 'dropped':
      return finding(about, 'enabled_then', {
        isMet: false,
        text: 'The webhook was disabled when the delivery was due, so it was dropped.',
      });
    case 'held':
      return finding(null, 'online_then', {
        isMet: false,
        text: 'The account was offline when the delivery was due, so it was held back.',
      });
    default: {
      const next = `the next attempt is due at ${isoTime(at)}`;
      const text = attempts.length === 0 ? `It waits for its turn: ${next}.` : `${failure}; ${next}.`;
      return { rule: 'accepted', result: 'waits', text, about };
    }
  }
}
