import { connectToAccount } from '../connection/connect.ts';
import type { Context } from '../connection/context.ts';
import { EXIT, ExitSignal, UsageError } from '../terminal/exit-signal.ts';
import { limitOf } from '../terminal/limit.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { styled } from '../terminal/text.ts';
import type { TailedEvent } from './event.ts';
import { eventFilter } from './event-filter.ts';
import { eventLine } from './event-line.ts';
import type { TailOptions } from './options.ts';
import { startReceiver } from './receiver.ts';
import { sandboxEvents } from './sandbox.ts';

/** A tail as typed. */
export interface TypedTail extends Context {
  readonly options: TailOptions;
}

/** Prints events as they happen, until Ctrl-C or the limit. */
export async function runTail(typed: TypedTail): Promise<void> {
  const { options, globals, terminal } = typed;
  const isWanted = eventFilter(options.event ?? []);
  const limit = limitOf(options.limit);
  for (const name of ['secret', 'publicUrl'] as const) {
    if (options[name] !== undefined && options.listen === undefined) {
      throw new UsageError(`--${name === 'secret' ? 'secret' : 'public-url'} requires --listen.`);
    }
  }
  const stop = new AbortController();
  const release = terminal.io.onInterrupt(() => stop.abort(new ExitSignal(EXIT.interrupted)));
  const print = (events: AsyncIterable<TailedEvent>) => printEvents(events, { isWanted, limit, terminal });
  try {
    if (options.listen === undefined)
      await print(sandboxEvents(globals, terminal, options.since, stop.signal));
    else await listen(typed, stop.signal, print);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    release();
  }
  stop.signal.throwIfAborted();
}

interface Printing {
  readonly isWanted: (event: string) => boolean;
  readonly limit: number;
  readonly terminal: Terminal;
}

async function printEvents(
  events: AsyncIterable<TailedEvent>,
  { isWanted, limit, terminal }: Printing,
): Promise<void> {
  let printed = 0;
  for await (const event of events) {
    if (!isWanted(event.event)) continue;
    await (terminal.isJson ? terminal.jsonLine(event) : terminal.print(eventLine(event)));
    printed += 1;
    if (printed >= limit) return;
  }
}

async function listen(
  { options, globals, terminal }: TypedTail,
  signal: AbortSignal,
  print: (events: AsyncIterable<TailedEvent>) => Promise<void>,
): Promise<void> {
  const { listen: address = '', secret, publicUrl } = options;
  await using receiver = await startReceiver(address, secret, (message) => terminal.complain(message));
  terminal.announce(`Listening at ${receiver.url}. Press Ctrl-C to stop.`);
  if (publicUrl === undefined) {
    terminal.announce([
      "Point a tunnel at it, and create a webhook whose post_url is the tunnel's URL followed by ",
      ...[styled('bold', `/${receiver.secret}`), '.'],
    ]);
    // Awaited here, since the return closes the receiver.
    return await print(receiver.events(signal));
  }
  const { client } = await connectToAccount(globals, terminal);
  const post_url = `${publicUrl.replace(/\/+$/, '')}/${receiver.secret}`;
  const { id } = await client.webhooks.create({ post_url, include_received_email: true });
  terminal.announce(`Created webhook ${id} for ${post_url}.`);
  try {
    await print(receiver.events(signal));
  } finally {
    await client.webhooks.delete(id);
    terminal.announce(`Deleted webhook ${id}.`);
  }
}
