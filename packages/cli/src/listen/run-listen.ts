import { connectToAccount } from '../connection/connect.ts';
import type { Context } from '../connection/context.ts';
import { eventFilter } from '../tail/event-filter.ts';
import { counted } from '../terminal/counted.ts';
import { EXIT, ExitSignal, UsageError } from '../terminal/exit-signal.ts';
import { limitOf } from '../terminal/limit.ts';
import { Forwarder } from './forwarder.ts';
import type { ListenOptions } from './options.ts';
import { type Webhook, webhookRequests } from './webhook-stream.ts';

/** A listener as typed. */
export interface TypedListen extends Context {
  readonly options: ListenOptions;
}

/** Posts webhooks of the reference server to a URL, until Ctrl-C or the limit. */
export async function runListen({ options, globals, terminal }: TypedListen): Promise<void> {
  const url = targetOf(options.forwardTo);
  const isWanted = filterOf(options.events);
  const limit = limitOf(options.limit);
  const since = sinceOf(options.since);
  const { connection, accountId } = await connectToAccount(globals, terminal);
  const stop = new AbortController();
  const forwarder = new Forwarder(url, terminal, (error) => end(error));
  const end = (reason: unknown) => {
    if (stop.signal.aborted) return forwarder.abandon();
    forwarder.stop();
    stop.abort(reason);
  };
  const release = terminal.io.onInterrupt(() => end(new ExitSignal(EXIT.interrupted)));
  try {
    const webhooks = webhookRequests({ connection, accountId, since, signal: stop.signal }, terminal);
    await forwardAll(webhooks, { forwarder, isWanted, limit });
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    const left = await forwarder.end();
    release();
    if (left > 0) terminal.note(`${counted(left, 'webhook')} not forwarded.`);
  }
  stop.signal.throwIfAborted();
}

async function forwardAll(
  webhooks: AsyncIterable<Webhook>,
  {
    forwarder,
    isWanted,
    limit,
  }: {
    readonly forwarder: Forwarder;
    readonly isWanted: (event: string) => boolean;
    readonly limit: number;
  },
): Promise<void> {
  let taken = 0;
  for await (const webhook of webhooks) {
    if (!isWanted(webhook.event)) continue;
    await forwarder.add(webhook);
    taken += 1;
    if (taken >= limit) return;
  }
}

/** The URL to post to; `localhost:3000/hooks` needs no scheme. */
function targetOf(text: string): URL {
  const given = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new UsageError(`--forward-to must be a URL such as http://localhost:3000/hooks, not '${text}'.`);
}

/** Without names all events but `received_email`, as for a webhook that is created without events. */
function filterOf(names: string | undefined): (event: string) => boolean {
  if (names === undefined) return (event) => event !== 'subscriber.received_email';
  const given = names.split(',').map((name) => name.trim());
  return eventFilter(given.filter((name) => name !== ''));
}

function sinceOf(text: string | undefined): string | undefined {
  if (text === undefined || /^\d+$/.test(text)) return text;
  throw new UsageError(`--since must be the id of a webhook, not '${text}'.`);
}
