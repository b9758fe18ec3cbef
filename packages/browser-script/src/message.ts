import { json } from './json.ts';
import { randomId } from './random-id.ts';
import type { Result } from './result.ts';

/** A command on its way to the server. */
export interface Message {
  /**
   * What is sent of it, in JSON: its id first, which the server applies once, so that it may be sent as often as it
   * takes; then when it was given. It is written at once, since a page may go on to change its objects.
   */
  text: string;
  /** Called with what becomes of it; nobody waits for that when the page has gone. */
  done?: ((result: Result) => void) | undefined;
}

/** Makes a message; throws an error when the arguments hold what cannot be sent. */
export const messageOf = (command: string, given: object, done: Message['done']): Message => ({
  text: json({
    id: randomId(),
    sent_at: new Date(),
    command,
    // An element of this name would hide the real one.
    page: { url: location.href, referrer: `${document.referrer}` },
    arguments: given,
  }),
  done,
});

/** When a message was given, in milliseconds since 1970; not a number when that is no message. */
export const timeOf = (text: string): number => Date.parse(text.slice(52, 76));
