import type { EventSourceMessage } from 'eventsource-parser';
import { PASSWORD_ADVICE } from '../connection/admin-api.ts';
import { authorizationOf, baseOf } from '../connection/authorization.ts';
import type { Connection } from '../connection/connection.ts';
import { EXIT, ExitSignal, UsageError } from '../terminal/exit-signal.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { followStream, StreamRejected } from './event-stream.ts';

/** A stream of the reference server. */
export interface SandboxStream {
  readonly connection: Connection;
  readonly accountId: string;
  readonly kind: 'events' | 'webhooks';
  /** Only messages after this id. */
  readonly since: string | undefined;
  readonly signal: AbortSignal;
  /** Called when connected. */
  readonly onOpen?: () => void;
  /** What to do about a server without this stream. */
  readonly advice: string;
}

/** The messages of a stream, as they come. After a lost connection it resumes where it was. */
export async function* messagesOf(
  { connection, accountId, kind, since, signal, onOpen, advice }: SandboxStream,
  terminal: Terminal,
): AsyncGenerator<EventSourceMessage, void, undefined> {
  try {
    yield* followStream({
      url: `${baseOf(connection)}/_admin/${kind}/stream?account_id=${encodeURIComponent(accountId)}`,
      headers: { authorization: authorizationOf(connection, terminal.io.env) },
      ...{ fetch: terminal.io.fetch ?? fetch, lastEventId: since, signal, ...(onOpen && { onOpen }) },
      onLost: (reason, wait) => terminal.announce(`${reason} Reconnecting in ${Math.round(wait / 1000)} s.`),
    });
  } catch (error) {
    if (!(error instanceof StreamRejected)) throw error;
    const cure = error.status === 401 || error.status === 403 ? PASSWORD_ADVICE : advice;
    throw new UsageError(`${error.message} ${cure}`, { cause: error });
  }
}

/** What to follow, and what is done with it. */
export interface Following<Item> {
  readonly terminal: Terminal;
  items(signal: AbortSignal): AsyncIterable<Item>;
  isWanted(event: string): boolean;
  /** How many items to take; undefined for all. */
  readonly limit: number | undefined;
  /** Adds an item, and waits until there is room for more. */
  take(item: Item): Promise<void>;
  /** Ends it. Ctrl-C aborts it too. */
  readonly stop?: AbortController;
  /** Finishes what was taken. */
  finish?(): Promise<void>;
  /** Called at a second Ctrl-C. */
  abandon?(): void;
}

/** Takes the wanted items, until Ctrl-C or the limit. */
export async function follow<Item extends { readonly event: string }>(
  following: Following<Item>,
): Promise<void> {
  const { terminal, limit = Infinity, stop = new AbortController() } = following;
  const release = terminal.io.onInterrupt(() => {
    if (stop.signal.aborted) following.abandon?.();
    else stop.abort(new ExitSignal(EXIT.interrupted));
  });
  let taken = 0;
  try {
    for await (const item of following.items(stop.signal)) {
      if (!following.isWanted(item.event)) continue;
      await following.take(item);
      taken += 1;
      if (taken >= limit) break;
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    await following.finish?.();
    release();
  }
  stop.signal.throwIfAborted();
}
