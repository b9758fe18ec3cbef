import { LIMITS } from '@trickle/sdk/contract';
import { randomFrom } from '../../shared/platform/random.ts';
import { isoTime } from '../../shared/values/time.ts';
import { insertNotice } from '../../store/tables/notices.ts';
import { findRecord, type RecordRow, updateRecord } from '../../store/tables/records.ts';
import {
  endOutage,
  recordAttempt,
  recordWebhookFailure,
  type WebhookAnswer,
  type WebhookAttempt,
  type WebhookDeliveryRow,
  webhookFailures,
} from '../../store/tables/webhook-deliveries.ts';
import type { AccountTransaction } from '../context/context.ts';
import { enqueue } from '../queue.ts';
import { isMet } from '../rules.ts';
import { webhookEnabled } from './rules.ts';

/** The longest time for retries of a delivery and for failures of a receiver, in milliseconds. */
export const WEBHOOK_WINDOW = LIMITS.webhookRetryDays * 24 * 3_600_000;

const FIRST_WAIT = 30_000;
const MAX_WAIT = 6 * 3_600_000;

/** Whether the receiver answered 2xx. Redirects are not followed and count as failures. */
// Unspecified: U-22
// Unspecified: U-84
export const isReceived = ({ status = 0 }: WebhookAttempt): boolean => status >= 200 && status < 300;

export const isRateLimited = ({ status }: WebhookAttempt): boolean => status === 429;

/**
 * Returns when a failed delivery is retried, in milliseconds since 1970, or undefined if it is given up. The waits
 * double from half a minute to six hours, with a jitter of 25 %. The last attempt is made when the window closes.
 * `random` is a number from 0 to below 1.
 */
// Unspecified: U-22
export function nextAttemptAt(attempts: readonly WebhookAttempt[], random: number): number | undefined {
  const [first] = attempts;
  const last = attempts.at(-1);
  if (!first || !last) return undefined;
  const end = first.at + WEBHOOK_WINDOW;
  if (last.at >= end) return undefined;
  const wait = Math.min(FIRST_WAIT * 2 ** (attempts.length - 1), MAX_WAIT);
  return Math.min(Math.round(last.at + wait * (0.75 + random / 2)), end);
}

export interface AttemptOutcome {
  readonly answer?: WebhookAnswer | undefined;
  readonly error?: string | undefined;
  /** When the attempt started, in milliseconds since 1970. */
  readonly at: number;
  /** Real milliseconds until the response or the error. */
  readonly milliseconds: number;
}

/** Stores an attempt. A failure is retried for three days. A webhook that fails so long, other than by 429, is disabled. */
// Unspecified: U-22
export async function keepOutcome(
  context: AccountTransaction,
  before: WebhookDeliveryRow,
  { answer, error, at, milliseconds }: AttemptOutcome,
): Promise<void> {
  const { tx, accountId } = context;
  const attempt = {
    at,
    ...(answer && { status: answer.status, answer }),
    ...(error !== undefined && { error }),
    milliseconds,
  };
  const attempts = [...before.attempts, attempt];
  const update = async (state: WebhookDeliveryRow['state'], next: number | null) => {
    await recordAttempt(tx, accountId, {
      ...{ id: before.id, state, attempts },
      ...{ answer: answer ?? before.answer, nextAttemptAt: next },
    });
  };

  if (isReceived(attempt)) {
    await endOutage(tx, accountId, before.webhookId);
    return update('delivered', null);
  }
  const webhook = await findRecord(tx, accountId, 'webhooks', before.webhookId);
  // Another delivery may have failed for the last time in the meantime.
  if (!webhook || !isMet(webhookEnabled(webhook))) return update('given_up', null);
  if (!isRateLimited(attempt)) {
    const since = await recordWebhookFailure(tx, accountId, before.webhookId, at);
    if (at - since >= WEBHOOK_WINDOW) {
      await update('given_up', null);
      return disableWebhook(context, webhook, error ?? `it answered ${answer?.status}`);
    }
  }
  // Not from the server's sequence: deliveries fail concurrently, and their order must not change the waits.
  const next = nextAttemptAt(attempts, randomFrom(`${before.id} ${attempts.length}`));
  if (next === undefined) return update('given_up', null);
  await update('pending', next);
  // No lane, so that retries do not block other deliveries.
  await enqueue(context, 'webhook', { deliveryId: before.id }, { queue: before.webhookId, runAt: next });
}

// Unspecified: U-86
async function disableWebhook(
  { services, tx, accountId }: AccountTransaction,
  webhook: RecordRow<'webhooks'>,
  reason: string,
): Promise<void> {
  const { id } = webhook;
  await updateRecord(tx, accountId, 'webhooks', { ...webhook, status: 'disabled' });
  await webhookFailures.remove(tx, accountId, { webhookId: id });
  await insertNotice(tx, accountId, {
    id: services.ids.letters(),
    kind: 'webhook_disabled',
    message: `The webhook ${webhook.data.post_url} has failed for 3 days (${reason}) and has been disabled.`,
    details: { webhook_id: id, post_url: webhook.data.post_url },
    createdAt: isoTime(services.clock.now()),
  });
}
