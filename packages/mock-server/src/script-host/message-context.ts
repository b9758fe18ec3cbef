import { parseTime } from '../values/time.ts';
import type { Envelope, Message } from './read-messages.ts';

/** As long as the page script keeps messages. */
const MAX_WAIT = 7 * 24 * 60 * 60 * 1000;

/** The page that a message was given on. */
export const pageOf = (message: Message | undefined, { page = {} }: Envelope) => message?.page ?? page;

/**
 * When a message was given, in milliseconds since 1970. The clocks of browsers are wrong, but they tell how long a
 * message has waited to be sent.
 */
// Unspecified: U-128
export function timeOf({ sent_at: given }: Message, { sent_at: sent }: Envelope, now: number): number {
  if (given === undefined || sent === undefined) return now;
  const waited = sent - parseTime(given);
  return now - Math.min(Math.max(waited, 0), MAX_WAIT);
}
