import { json } from './json.ts';
import type { Message } from './message.ts';
import { waiting } from './persist.ts';
import { timeZone } from './time-zone.ts';
import { isNew, visitorUuid } from './visitor.ts';

/** Some of the messages that wait, as the body of one request, and the index of the first one that is not in it. */
export type Batch = [body: string, end: number];

/**
 * In characters, of up to three bytes each, unless it is one message: browsers let no more than 64 KB outlive the page,
 * and the server takes no more than 100 messages, of which the shortest has 152.
 */
export const LARGEST_BODY = 15_000;

/** The messages from `start` on that go into one request: one, and more as long as that is not too much. */
// Unspecified: U-27
export function batchFrom(start: number): Batch {
  let body = `{"visitor":"${visitorUuid()}","sent_at":${Date.now()}`;
  // The server wants it of new visitors only, and it may be dear.
  if (isNew) body += `,"time_zone":${json(timeZone())}`;
  let end = start;
  let separator = ',"messages":[';
  for (; end < waiting.length; end++) {
    const { text } = waiting[end] as Message; // an index below the length
    if (end > start && body.length + text.length > LARGEST_BODY) break;
    body += separator + text;
    separator = ',';
  }
  return [`${body}]}`, end];
}
