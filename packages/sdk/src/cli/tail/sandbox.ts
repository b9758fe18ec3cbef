import { connectToAccount } from '../connection/connect.ts';
import type { Connection } from '../connection/connection.ts';
import { jsonOf } from '../json-of.ts';
import type { GlobalOptions } from '../terminal/context.ts';
import { UsageError } from '../terminal/endings.ts';
import type { Surroundings } from '../terminal/surroundings.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { isObject, type TailedEvent } from './event.ts';
import { followStream, StreamRefused } from './event-stream.ts';

/** The events of the sandbox, as they happen. */
export async function* sandboxEvents(
  globals: GlobalOptions,
  terminal: Terminal,
  since: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<TailedEvent, void, undefined> {
  const { connection, accountId } = await connectToAccount(globals, terminal);
  const base = connection.baseUrl.value.replace(/\/+$/, '');
  const url = `${base}/_admin/events/stream?account_id=${encodeURIComponent(accountId)}`;
  const authorization = authorizationOf(connection.credentials, terminal.surroundings.env);
  const messages = followStream({
    ...{ url, signal, lastEventId: since, headers: { authorization } },
    fetch: terminal.surroundings.fetch ?? fetch,
    onOpen: () => terminal.note(`Following account ${accountId} at ${base}. Ctrl-C ends it.`),
    onLost: (reason, wait) => terminal.note(`${reason} Again in ${Math.round(wait / 1000)} s.`),
  });
  try {
    for await (const { event, data } of messages) {
      const told = eventOf(event, data);
      if (told) yield told;
      else terminal.complain(`The server sent what is no event: ${JSON.stringify(data.slice(0, 200))}`);
    }
  } catch (error) {
    if (!(error instanceof StreamRefused)) throw error;
    const advice =
      error.status === 401
        ? 'Where the server has an admin password, set TRICKLE_ADMIN_PASSWORD; without one it answers its own machine only.'
        : 'Only the reference server streams events; elsewhere use --listen.';
    throw new UsageError(`${error.message} ${advice}`, { cause: error });
  }
}

/** The admin API has a password of its own, where it has one. */
function authorizationOf({ kind, value }: Connection['credentials'], env: Surroundings['env']): string {
  const password = env.TRICKLE_ADMIN_PASSWORD;
  if (password) return `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
  return kind === 'apiKey' ? `Basic ${btoa(`${value}:`)}` : `Bearer ${value}`;
}

/** Reads one message of the stream; undefined when it is none of ours. */
function eventOf(name: string | undefined, data: string): TailedEvent | undefined {
  const told = jsonOf(data);
  if (!isObject(told)) return undefined;
  const { event = name, occurred_at, account_id, subscriber_id, subscriber, properties } = told;
  if (typeof event !== 'string' || typeof occurred_at !== 'string') return undefined;
  const { id = subscriber_id, email } = isObject(subscriber) ? subscriber : {};
  return {
    ...{ event, occurred_at, account_id: String(account_id ?? '') },
    subscriber: {
      ...(typeof id === 'string' && { id }),
      ...(typeof email === 'string' && { email }),
    },
    properties: isObject(properties) ? properties : {},
  };
}
