import type { Message } from './message.ts';
import { timeZone } from './page.ts';
import type { Visitor } from './visitor.ts';

/** Some of the messages that wait, as one request. */
export interface Batch {
  body: string;
  /** The index of the first message that is not in it. */
  end: number;
}

/** What the server takes in one request. */
const LARGEST_COUNT = 100;

/** In characters, of up to three bytes each: browsers let no more than 64 KB outlive the page. */
export const LARGEST_BODY = 20_000;

/** The messages from `start` on that go into one request: of one page, and not too many. */
// Unspecified: U-27
export function batchFrom(
  messages: Message[],
  start: number,
  visitor: Pick<Visitor, 'uuid' | 'isNew'>,
): Batch {
  const page = messages[start]?.page;
  // The server wants it of new visitors only, and it is dear.
  const { uuid } = visitor;
  const zone = visitor.isNew() ? `"time_zone":"${timeZone()}",` : '';
  let body = `{"visitor":"${uuid}",${zone}"page":${page},"messages":[`;
  let end = start;
  for (; end < messages.length && end - start < LARGEST_COUNT; end++) {
    const message = messages[end];
    if (!message || message.page !== page) break;
    if (end > start) {
      if (body.length + message.text.length > LARGEST_BODY) break;
      body += ',';
    }
    body += message.text;
  }
  return { body: `${body}]}`, end };
}
