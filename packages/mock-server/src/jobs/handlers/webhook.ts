import { enqueue } from '../../domain/queue.ts';
import { isMet } from '../../domain/rules.ts';
import { type AttemptOutcome, keepOutcome } from '../../domain/webhooks/attempts.ts';
import { continueFanOut } from '../../domain/webhooks/fan-out.ts';
import { accountOnline, webhookEnabled } from '../../domain/webhooks/rules.ts';
import { stopwatch } from '../../shared/platform/timers.ts';
import { findAccountFeatures } from '../../store/tables/account-features.ts';
import { findRecord } from '../../store/tables/records.ts';
import { type WebhookDeliveryRow, webhookDeliveries } from '../../store/tables/webhook-deliveries.ts';
import type { DatabaseHandler, NetworkHandler } from '../handler.ts';
import { postWebhook, type WebhookPost } from '../network/post-webhook.ts';

/** The alternative to posting a delivery: post it after some seconds, or never. */
type Other = { readonly hold: number } | { readonly end: 'held' | 'dropped' };

/** The decision about a delivery. A post starts at a time of the account's clock. */
interface NetworkTask {
  readonly delivery: WebhookDeliveryRow;
  readonly act: { readonly post: WebhookPost; readonly at: number } | Other;
}

/** The outcome of a post, or what else to do. */
interface Outcome extends Pick<NetworkTask, 'delivery'> {
  readonly of: AttemptOutcome | Other;
}

/** Posts a delivery to its webhook. Each webhook has its own slots, so that a slow receiver does not block others. */
export const webhook: NetworkHandler<'webhook', NetworkTask, Outcome> = {
  perQueue: 8,

  async prepare(context, { deliveryId, wasHeld }) {
    const { tx, accountId, services } = context;
    const delivery = await webhookDeliveries.find(tx, accountId, { id: deliveryId });
    if (delivery?.state !== 'pending') return undefined;
    const { webhookId, event, body, url } = delivery;
    const features = await findAccountFeatures(tx, accountId);
    if (!isMet(accountOnline(features))) return { delivery, act: { end: 'held' } };
    const isActive = await tx.cached(`is active ${accountId} ${webhookId}`, ['webhooks'], async () => {
      const webhook = await findRecord(tx, accountId, 'webhooks', webhookId);
      return webhook !== undefined && isMet(webhookEnabled(webhook));
    });
    // Unspecified: U-18
    if (!isActive) return { delivery, act: { end: 'dropped' } };
    const fault = await services.faults.next('webhook', { account: accountId, webhook: webhookId, event });
    if (fault?.hold !== undefined && !wasHeld) return { delivery, act: { hold: fault.hold } };
    const { webhookTimeout: timeout, isDeniedTarget: isDenied } = services;
    return { delivery, act: { post: { url, body, timeout, isDenied, fault }, at: services.clock.now() } };
  },

  async perform({ delivery, act }, services, signal) {
    if (!('post' in act)) return { delivery, of: act };
    const elapsed = stopwatch();
    const reply = await postWebhook(act.post, signal);
    if (!signal.aborted) services.counters?.countWebhook(reply.answer?.status); // an aborted attempt starts again
    return { delivery, of: { ...reply, at: act.at, milliseconds: elapsed() } };
  },

  // The delivery is as it was: only the server that has claimed its job changes it.
  async finish(context, { deliveryId }, { delivery, of }) {
    const { tx, accountId } = context;
    const queue = delivery.webhookId;
    if ('end' in of) {
      // The account may be online again, which has released those that were held by then.
      const isOver = of.end === 'held' && isMet(accountOnline(await findAccountFeatures(tx, accountId)));
      if (isOver) await enqueue(context, 'webhook', { deliveryId }, { queue });
      else
        await webhookDeliveries.update(
          tx,
          accountId,
          { id: deliveryId },
          { state: of.end, nextAttemptAt: null },
        );
    } else if ('hold' in of) {
      const delay = of.hold * 1000;
      await enqueue(context, 'webhook', { deliveryId, wasHeld: true }, { queue, delay });
    } else {
      await keepOutcome(context, delivery, of);
    }
  },
};

/** Creates the deliveries that wait, a part in each transaction. */
export const webhookFanOut: DatabaseHandler<'webhook_fan_out'> = async (context, payload) =>
  (await continueFanOut(context)) ? payload : undefined;
