import { parseTime } from '../../shared/values/time.ts';
import type { Envelope, Message } from './read-messages.ts';

/** The time for which the page script keeps messages, in milliseconds. */
const MAX_WAIT = 7 * 24 * 60 * 60 * 1000;

/** The page of a message. */
export const pageOf = (message: Message | undefined, { page = {} }: Envelope) => message?.page ?? page;

/**
 * The time of a message, in milliseconds since 1970. Browser clocks may be wrong, but their difference tells how long
 * a message waited.
 */
// Unspecified: U-128
export function timeOf({ sent_at: given }: Message, { sent_at: sent }: Envelope, now: number): number {
  if (given === undefined || sent === undefined) return now;
  const waited = sent - parseTime(given);
  return now - Math.min(Math.max(waited, 0), MAX_WAIT);
}
