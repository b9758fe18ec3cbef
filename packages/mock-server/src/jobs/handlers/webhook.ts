import { enqueue } from '../../domain/queue.ts';
import { continueFanOut } from '../../domain/webhooks/fan-out.ts';
import { type AttemptOutcome, keepOutcome } from '../../domain/webhooks/outcome.ts';
import { stopwatch } from '../../shared/platform/timers.ts';
import { findAccountFeatures } from '../../store/tables/account-features.ts';
import { findRecord } from '../../store/tables/records.ts';
import { webhookDeliveries } from '../../store/tables/webhook-deliveries.ts';
import type { InsideHandler, OutsideHandler } from '../handler.ts';
import { postWebhook, type WebhookPost } from '../network/post-webhook.ts';

/** A request, and its start by the account's clock. */
interface NetworkTask extends WebhookPost {
  readonly at: number;
}

/** Posts a delivery to its webhook. Each webhook has its own slots, so that a slow receiver does not block others. */
export const webhook: OutsideHandler<'webhook', NetworkTask, AttemptOutcome> = {
  perQueue: 8,

  async prepare(context, { deliveryId, wasHeld }) {
    const { tx, accountId, services } = context;
    const delivery = await webhookDeliveries.find(tx, accountId, { id: deliveryId });
    if (delivery?.state !== 'pending') return undefined;
    const { webhookId, event, body, url } = delivery;
    const row = await findRecord(tx, accountId, 'webhooks', webhookId);
    const { isOffline } = await findAccountFeatures(tx, accountId);
    // Unspecified: U-18
    // Unspecified: U-330
    if (isOffline || row?.status !== 'active') {
      const end = { state: isOffline ? 'held' : 'dropped', nextAttemptAt: null } as const;
      await webhookDeliveries.update(tx, accountId, { id: delivery.id }, end);
      return undefined;
    }
    const fault = await services.faults.next('webhook', { account: accountId, webhook: webhookId, event });
    if (fault?.hold !== undefined && !wasHeld) {
      const delay = fault.hold * 1000;
      await enqueue(context, 'webhook', { deliveryId, wasHeld: true }, { queue: webhookId, delay });
      return undefined;
    }
    const { webhookTimeout: timeout, isDeniedTarget: isDenied } = services;
    return { url, body, timeout, isDenied, fault, at: services.clock.now() };
  },

  async perform(order, services, signal) {
    const elapsed = stopwatch();
    const reply = await postWebhook(order, signal);
    if (!signal.aborted) services.counters?.countWebhook(reply.answer?.status); // an aborted attempt starts again
    return { ...reply, at: order.at, milliseconds: elapsed() };
  },

  async finish(context, { deliveryId }, outcome) {
    const delivery = await webhookDeliveries.find(context.tx, context.accountId, { id: deliveryId });
    if (delivery?.state === 'pending') await keepOutcome(context, delivery, outcome);
  },
};

/** Creates the deliveries that wait, a part in each transaction. */
export const webhookFanOut: InsideHandler<'webhook_fan_out'> = async (context, payload) =>
  (await continueFanOut(context)) ? payload : undefined;
