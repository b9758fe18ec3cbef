import type { Settle } from './callbacks.ts';
import { argumentsOf } from './commands.ts';
import { json } from './json.ts';
import { describePage } from './page.ts';
import { randomId } from './random-id.ts';

/** A command on its way to the server. */
export interface Message {
  /** The server applies an id once, so a message may be sent as often as it takes. */
  id: string;
  command: string;
  /** What is sent of it, in JSON. It is written at once, since a page may go on to change its objects. */
  text: string;
  /** The page as it is when the command is given, in JSON. */
  page: string;
  settle: Settle;
}

/** Makes a message of what a page has pushed; throws an error that says what is wrong with it. */
export function messageOf(parts: ArrayLike<unknown>, settle: Settle): Message {
  const command = `${parts[0]}`;
  const given = textOf(argumentsOf(command, parts[1], parts[2]));
  if (!given) throw new TypeError(`${command} takes plain data only`);
  const id = randomId();
  const sentAt = json(new Date());
  const text = `{"id":"${id}","command":"${command}","sent_at":${sentAt},"arguments":${given}}`;
  return { id, command, text, page: describePage(), settle };
}

function textOf(given: object): string | undefined {
  try {
    return json({ ...given, success: undefined, failure: undefined });
  } catch {
    return undefined; // It holds itself, or throws when it is read.
  }
}
