import { soon } from './guard.ts';
import { messageOf } from './message.ts';
import { add } from './outbox.ts';
import type { Result } from './result.ts';
import { keepVisitor } from './visitor.ts';

/** Sends a message; what becomes of it is told once, however long that takes. */
export function send(command: string, given: object, done?: (result: Result) => void): void {
  add(messageOf(command, given, done));
  // Cookies are slow: not before the request is on its way.
  soon(keepVisitor);
}
