import { LIMITS } from '@trickle/sdk/contract';
import type { WebhookAttempt } from '../../store/webhook-deliveries.ts';

/** How long a delivery is sent again, and a receiver may fail, in milliseconds. */
export const WEBHOOK_WINDOW = LIMITS.webhookRetryDays * 24 * 3_600_000;

const FIRST_WAIT = 30_000;
const MAX_WAIT = 6 * 3_600_000;

/** Only an answer of 2xx says that a notification was received. A redirect is not followed: it is no success. */
// Unspecified: U-22
// Unspecified: U-84
export const isReceived = ({ status = 0 }: WebhookAttempt): boolean => status >= 200 && status < 300;

/** The receiver says that it was asked too often. */
export const isRateLimited = ({ status }: WebhookAttempt): boolean => status === 429;

/**
 * When a delivery that has failed is sent again, in milliseconds since 1970; undefined when it is given up. The waits
 * double from half a minute up to six hours, each longer or shorter by up to a quarter; the last attempt is made when
 * the window closes. `chance` is a number from 0 to below 1.
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
