import { connectToAccount } from '../connection/connect.ts';
import type { GlobalOptions } from '../connection/context.ts';
import { isObject, isTooDeep, tryParseJson } from '../parse-json.ts';
import { authorizationOf, baseOf, PASSWORD_ADVICE } from '../sandbox/authorization.ts';
import { followStream, StreamRejected } from '../sandbox/event-stream.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { shortened } from '../terminal/text.ts';
import { AddressBook } from './address-book.ts';
import { type TailedEvent, tailedEvent } from './event.ts';

/** The events of the reference server, as they happen. */
export async function* sandboxEvents(
  globals: GlobalOptions,
  terminal: Terminal,
  since: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<TailedEvent, void, undefined> {
  const { connection, accountId } = await connectToAccount(globals, terminal);
  const base = baseOf(connection);
  const url = `${base}/_admin/events/stream?account_id=${encodeURIComponent(accountId)}`;
  const authorization = authorizationOf(connection, terminal.io.env);
  const addresses = new AddressBook();
  const messages = followStream({
    ...{ url, signal, lastEventId: since, headers: { authorization } },
    fetch: terminal.io.fetch ?? fetch,
    onOpen: () => terminal.announce(`Following account ${accountId} at ${base}. Press Ctrl-C to stop.`),
    onLost: (reason, wait) => terminal.announce(`${reason} Reconnecting in ${Math.round(wait / 1000)} s.`),
  });
  try {
    for await (const { event, data } of messages) {
      const parsed = eventOf(event, data);
      if (parsed) yield addresses.complete(parsed);
      else terminal.complain(`The server sent an invalid event: ${JSON.stringify(shortened(data, 200))}`);
    }
  } catch (error) {
    if (!(error instanceof StreamRejected)) throw error;
    const advice =
      error.status === 401
        ? PASSWORD_ADVICE
        : 'Only the reference server streams events. For other servers, use --listen.';
    throw new UsageError(`${error.message} ${advice}`, { cause: error });
  }
}

/** Parses one message of the stream; undefined when it is not an event. */
export function eventOf(name: string | undefined, data: string): TailedEvent | undefined {
  const parsed = tryParseJson(data);
  if (!isObject(parsed) || isTooDeep(parsed)) return undefined;
  const { event = name, occurred_at, account_id, subscriber_id, subscriber, properties } = parsed;
  if (typeof event !== 'string' || typeof occurred_at !== 'string') return undefined;
  const who = { id: subscriber_id, ...(isObject(subscriber) && subscriber) };
  return tailedEvent({ event, occurred_at, account_id, subscriber: who, properties });
}
