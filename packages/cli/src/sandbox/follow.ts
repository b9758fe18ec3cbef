import type { EventSourceMessage } from 'eventsource-parser';
import { PASSWORD_ADVICE } from '../connection/admin-api.ts';
import { authorizationOf, baseOf, connectToAccount } from '../connection/connect.ts';
import type { Context } from '../terminal/context.ts';
import { EXIT, ExitSignal, UsageError } from '../terminal/exit-signal.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { followStream, StreamRejected } from './event-stream.ts';

interface SandboxStream {
  readonly kind: 'events' | 'webhooks';
  /** Only messages after this id. */
  readonly since: string | undefined;
  readonly signal: AbortSignal;
  /** Announced at every connection, followed by "account 9999999 at http://…". */
  readonly opened?: string;
  /** Advice for servers without this stream. */
  readonly advice: string;
}

interface SandboxMessage extends EventSourceMessage {
  /** "account 9999999 at http://…" */
  readonly source: string;
  pageOf(subscriberId: string): string;
}

/** The messages of a stream of the account, as they arrive. Resumes after a lost connection. */
export async function* sandboxMessages(
  { globals, terminal }: Context,
  { kind, since, signal, opened, advice }: SandboxStream,
): AsyncGenerator<SandboxMessage, void, undefined> {
  const { connection, accountId } = await connectToAccount(globals, terminal);
  const base = baseOf(connection);
  const source = `account ${accountId} at ${base}`;
  const pageOf = (id: string) =>
    `${base}/_inspector/subscribers/${encodeURIComponent(id)}?${new URLSearchParams({ account: accountId })}`;
  const messages = followStream({
    url: `${base}/_admin/${kind}/stream?account_id=${encodeURIComponent(accountId)}`,
    headers: { authorization: authorizationOf(connection, terminal.io.env) },
    ...{ fetch: terminal.io.fetch ?? fetch, lastEventId: since, signal },
    onOpen: () => opened !== undefined && announceStart(terminal, opened, source),
    onLost: (reason, wait) => terminal.announce(`${reason} Reconnecting in ${Math.round(wait / 1000)} s.`),
  });
  try {
    for await (const message of messages) yield { ...message, source, pageOf };
  } catch (error) {
    if (!(error instanceof StreamRejected)) throw error;
    const cure = error.status === 401 || error.status === 403 ? PASSWORD_ADVICE : advice;
    throw new UsageError(`${error.message} ${cure}`, { cause: error });
  }
}

export const announceStart = (terminal: Terminal, what: string, source: string): void =>
  terminal.announce(`${what} ${source}. Press Ctrl-C to stop.`);

export interface Following<Item> {
  readonly terminal: Terminal;
  items(signal: AbortSignal): AsyncIterable<Item>;
  isWanted(event: string): boolean;
  /** The number of items to take; undefined for all. */
  readonly limit: number | undefined;
  /** Adds an item, and waits until there is room for more. */
  take(item: Item): Promise<void>;
  /** Ends it. Ctrl-C aborts it too. */
  readonly stop?: AbortController;
  /** Waits for the taken items. */
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
