import { shortened, styled } from '@trickle/design/terminal';
import { connectToAccount } from '../connection/connect.ts';
import { eventLine, eventOf, type TailedEvent } from '../sandbox/event.ts';
import { follow, sandboxMessages } from '../sandbox/follow.ts';
import type { Context } from '../terminal/context.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { startReceiver } from './receiver.ts';

interface TailInput {
  readonly events: readonly string[];
  readonly limit: number | undefined;
  readonly since: string | undefined;
  /** The address to receive webhooks at; undefined to follow the reference server. */
  readonly address: string | undefined;
  readonly secret: string | undefined;
  readonly publicUrl: string | undefined;
}

/** Prints events as they happen, until Ctrl-C or the limit. */
export async function run(input: TailInput, context: Context): Promise<void> {
  const { events, limit, address, secret, publicUrl } = input;
  if (address === undefined && (secret ?? publicUrl) !== undefined) {
    throw new UsageError(`--${secret === undefined ? 'public-url' : 'secret'} requires --listen.`);
  }
  const { terminal } = context;
  await follow({
    ...{ terminal, limit },
    items: (signal): AsyncIterable<FollowedEvent> =>
      address === undefined
        ? sandboxEvents(context, input.since, signal)
        : receivedEvents({ ...input, address }, context, signal),
    isWanted: (event) => events.length === 0 || events.includes(event),
    take: ({ page, ...event }) =>
      terminal.isJson ? terminal.jsonLine(event) : terminal.printLine(eventLine(event), page),
  });
}

/** The events in received webhooks. When the reader stops, closes the receiver and deletes its webhook. */
async function* receivedEvents(
  { address, secret, publicUrl }: TailInput & { readonly address: string },
  { globals, terminal }: Context,
  signal: AbortSignal,
): AsyncGenerator<TailedEvent, void, undefined> {
  const onError = (message: string) => terminal.complain(message);
  const receiver = await startReceiver(address, { secret, signal, onError });
  try {
    terminal.announce(`Listening at ${receiver.url}. Press Ctrl-C to stop.`);
    if (publicUrl === undefined) {
      terminal.announce([
        "Point a tunnel at it, and create a webhook whose post_url is the tunnel's URL followed by ",
        ...[styled('bold', `/${receiver.secret}`), '.'],
      ]);
      return yield* receiver.events;
    }
    const { client } = await connectToAccount(globals, terminal);
    const post_url = `${publicUrl.replace(/\/$/, '')}/${receiver.secret}`;
    const { id } = await client.webhooks.create({ post_url, include_received_email: true });
    terminal.announce(`Created webhook ${id} for ${post_url}.`);
    try {
      yield* receiver.events;
    } finally {
      await client.webhooks.delete(id);
      terminal.announce(`Deleted webhook ${id}.`);
    }
  } finally {
    await receiver.close();
  }
}

/** An event with the page of its subscriber in the inspector of the reference server. */
export interface FollowedEvent extends TailedEvent {
  readonly page?: string;
}

export async function* sandboxEvents(
  context: Context,
  since: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<FollowedEvent, void, undefined> {
  const advice = 'Only the reference server streams events. For other servers, use --listen.';
  const stream = { kind: 'events', opened: 'Following', since, signal, advice } as const;
  for await (const { event, data, pageOf } of sandboxMessages(context, stream)) {
    const parsed = eventOf(event, data);
    if (parsed) {
      const { id } = parsed.subscriber;
      yield { ...parsed, ...(id !== undefined && { page: pageOf(id) }) };
    } else {
      const text = JSON.stringify(shortened(data, 200));
      context.terminal.complain(`The server sent an invalid event: ${text}`);
    }
  }
}
