import { soon } from './guard.ts';
import { json } from './json.ts';
import { flush } from './outbox.ts';
import { waiting } from './persist.ts';
import { randomId } from './random-id.ts';
import type { Result } from './result.ts';
import { persistVisitor } from './visitor.ts';

/** The maximum number of commands that wait to be sent. */
export const MAX_WAITING = 1000;
/** The maximum size of a command, in bytes. Requests that outlive the page are limited to 65,536, with their envelope. */
export const MAX_COMMAND = 64_000;

/**
 * Sends a command. Calls `done` once with the result, however long that takes. Throws an error if too many messages are
 * waiting, if the command is too large, or if the arguments cannot be serialized.
 */
// Unspecified: U-27
export function send(command: string, input: object, done?: (result: Result) => void): void {
  if (waiting.length >= MAX_WAITING) throw new Error('too many commands');
  const text = json({
    id: randomId(),
    sent_at: new Date(),
    command,
    // An element named "referrer" hides the real member and is converted to text.
    page: { url: location.href, referrer: `${document.referrer}` },
    arguments: input,
  });
  if (text.length > MAX_COMMAND) throw new Error('too large');
  waiting[waiting.length] = [text, done];
  // After the page's present task, so that its commands share one request.
  soon(flush);
  // Cookies are slow: written after the request has started.
  soon(persistVisitor);
}
