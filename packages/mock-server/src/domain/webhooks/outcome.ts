import { enqueue } from '../../jobs/queue.ts';
import { insertNotice } from '../../store/notices.ts';
import { findRecord, updateRecord } from '../../store/records.ts';
import {
  updateWebhookDelivery,
  type WebhookAnswer,
  type WebhookDeliveryRow,
} from '../../store/webhook-deliveries.ts';
import { endWebhookFailure, recordWebhookFailure } from '../../store/webhook-failures.ts';
import { isoTime } from '../../values/iso-time.ts';
import type { Context } from '../../world/context.ts';
import { isRateLimited, isReceived, nextAttemptAt, WEBHOOK_WINDOW } from './retry-schedule.ts';

type JobContext = Pick<Context, 'world' | 'tx' | 'accountId'>;

/** What came of one attempt: an answer, or why there was none. */
export interface AttemptOutcome {
  readonly answer?: WebhookAnswer | undefined;
  readonly error?: string | undefined;
  /** When it was begun, in milliseconds since 1970. */
  readonly at: number;
}

/**
 * Keeps what came of an attempt. What was not received is sent again, until three days are over; a receiver that has
 * failed for three days in any way but by limiting is not sent anything any more.
 */
// Unspecified: U-22
export async function keepOutcome(
  context: JobContext,
  before: WebhookDeliveryRow,
  { answer, error, at }: AttemptOutcome,
): Promise<void> {
  const { tx, accountId, world } = context;
  const attempt = { at, ...(answer && { status: answer.status }), ...(error !== undefined && { error }) };
  const delivery = { ...before, attempts: [...before.attempts, attempt], answer: answer ?? before.answer };
  const keep = (state: WebhookDeliveryRow['state'], next: number | null) =>
    updateWebhookDelivery(tx, accountId, { ...delivery, state, nextAttemptAt: next });

  if (isReceived(attempt)) {
    await endWebhookFailure(tx, accountId, before.webhookId);
    return keep('delivered', null);
  }
  if (!isRateLimited(attempt)) {
    const since = await recordWebhookFailure(tx, accountId, before.webhookId, at);
    if (at - since >= WEBHOOK_WINDOW) {
      await keep('given_up', null);
      return disableWebhook(context, before.webhookId, error ?? `it answered ${answer?.status}`);
    }
  }
  const next = nextAttemptAt(delivery.attempts, world.random());
  if (next === undefined) return keep('given_up', null);
  await keep('pending', next);
  // No lane: what fails holds nothing up.
  await enqueue(context, 'webhook', { deliveryId: before.id }, { queue: before.webhookId, runAt: next });
}

/** Sends a webhook nothing more, and tells the people of the account. */
// Unspecified: U-86
async function disableWebhook({ world, tx, accountId }: JobContext, id: string, why: string): Promise<void> {
  const webhook = await findRecord(tx, accountId, 'webhooks', id);
  if (webhook?.status !== 'active') return;
  await updateRecord(tx, accountId, 'webhooks', { ...webhook, status: 'disabled' });
  await endWebhookFailure(tx, accountId, id);
  await insertNotice(tx, accountId, {
    id: world.ids.letters(),
    kind: 'webhook_disabled',
    message: `The webhook ${webhook.data.post_url} has failed for 3 days (${why}) and is disabled.`,
    details: { webhook_id: id, post_url: webhook.data.post_url },
    createdAt: isoTime(world.clock.now()),
  });
}
