import { json } from './json.ts';
import type { Message } from './message.ts';
import { waiting } from './persist.ts';
import { timeZone } from './time-zone.ts';
import { isNew, visitorUuid } from './visitor.ts';

/** The body of one request, and the index of the first waiting message that is not in it. */
export type Batch = [body: string, end: number];

/**
 * The largest body of several messages, in characters of up to three bytes each. Browsers limit requests that outlive
 * the page to 64 KB. The server accepts at most 100 messages; the shortest has 152 characters.
 */
export const MAX_BODY = 15_000;

/**
 * Puts the waiting messages from `start` on into one request: at least one, and more while the body is small enough, up to
 * `most`.
 */
// Unspecified: U-27
export function batchFrom(start: number, most?: number): Batch {
  let body = `{"visitor":"${visitorUuid()}","sent_at":${Date.now()}`;
  // Finding the time zone is slow, and the server needs it for new visitors only.
  if (isNew) body += `,"time_zone":${json(timeZone())}`;
  let end = start;
  let separator = ',"messages":[';
  for (; end < waiting.length; end++) {
    const [text] = waiting[end] as Message; // an index below the length
    if (end > start && (body.length + text.length > MAX_BODY || end === most)) break;
    body += separator + text;
    separator = ',';
  }
  return [`${body}]}`, end];
}
