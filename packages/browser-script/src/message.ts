import { json } from './json.ts';
import { describePage } from './page.ts';
import { randomId } from './random-id.ts';
import type { Result } from './result.ts';

/** A command on its way to the server. */
export interface Message {
  /** The server applies an id once, so a message may be sent as often as it takes. */
  id: string;
  /** When it was given, in milliseconds since 1970. */
  at: number;
  /** What is sent of it, in JSON, its id first. It is written at once, since a page may go on to change its objects. */
  text: string;
  /** The page as it is when the command is given, in JSON. */
  page: string;
  /** Who waits for what becomes of it; nobody when the page has gone, or has waited for too long. */
  settle?: ((result: Result) => void) | undefined;
}

/** Makes a message; throws an error when the arguments hold what cannot be sent. */
export function messageOf(command: string, given: object): Message {
  let text: string | undefined;
  try {
    text = json({ ...given, success: undefined, failure: undefined });
  } catch {
    // It holds itself, or throws when it is read.
  }
  if (!text) throw new TypeError('it takes plain data only');
  const id = randomId();
  const now = new Date();
  return {
    id,
    at: +now,
    text: `{"id":"${id}","command":"${command}","sent_at":${json(now)},"arguments":${text}}`,
    page: describePage(),
  };
}

/** Tells who waits for a message what has become of it; only the first word counts. */
export function settle(message: Message, result: Result): void {
  const { settle } = message;
  message.settle = undefined;
  settle?.(result);
}
