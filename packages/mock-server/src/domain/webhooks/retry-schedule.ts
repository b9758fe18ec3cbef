import { LIMITS } from '@trickle/sdk/contract';
import type { WebhookAttempt } from '../../store/tables/webhook-deliveries.ts';

/** The longest time for retries of a delivery and for failures of a receiver, in milliseconds. */
export const WEBHOOK_WINDOW = LIMITS.webhookRetryDays * 24 * 3_600_000;

const FIRST_WAIT = 30_000;
const MAX_WAIT = 6 * 3_600_000;

/** Whether the receiver answered 2xx. Redirects are not followed and count as failures. */
// Unspecified: U-22
// Unspecified: U-84
export const isReceived = ({ status = 0 }: WebhookAttempt): boolean => status >= 200 && status < 300;

/** Whether the receiver answered 429. */
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
