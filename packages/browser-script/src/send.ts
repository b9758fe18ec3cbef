import { soon } from './guard.ts';
import { json } from './json.ts';
import { flush } from './outbox.ts';
import { waiting } from './persist.ts';
import { randomId } from './random-id.ts';
import type { Result } from './result.ts';
import { persistVisitor } from './visitor.ts';

const MOST_WAITING = 1000;

/**
 * Sends a message; what becomes of it is told once, however long that takes. Throws an error when too much waits, or
 * when the arguments hold what cannot be sent.
 */
// Unspecified: U-27
export function send(command: string, given: object, done?: (result: Result) => void): void {
  if (waiting.length >= MOST_WAITING) throw new Error('too many commands');
  waiting[waiting.length] = {
    text: json({
      id: randomId(),
      sent_at: new Date(),
      command,
      // An element of this name would hide the real one.
      page: { url: location.href, referrer: `${document.referrer}` },
      arguments: given,
    }),
    done,
  };
  // In a moment, so that all commands of the page's present task go together.
  soon(flush);
  // Cookies are slow: not before the request is on its way.
  soon(persistVisitor);
}
