import { shortened } from '@trickle/design/terminal';
import { baseOf } from '../connection/authorization.ts';
import { connectToAccount } from '../connection/connect.ts';
import { eventOf, type TailedEvent } from '../sandbox/event.ts';
import { messagesOf } from '../sandbox/follow.ts';
import { subscriberPage } from '../sandbox/inspector-page.ts';
import type { Context } from '../terminal/context.ts';

/** An event with the page of its subscriber in the inspector of the reference server. */
export interface FollowedEvent extends TailedEvent {
  readonly page?: string;
}

/** The events of the reference server, as they happen. */
export async function* sandboxEvents(
  { globals, terminal }: Context,
  since: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<FollowedEvent, void, undefined> {
  const { connection, accountId } = await connectToAccount(globals, terminal);
  const ready = `Following account ${accountId} at ${baseOf(connection)}. Press Ctrl-C to stop.`;
  const onOpen = () => terminal.announce(ready);
  const advice = 'Only the reference server streams events. For other servers, use --listen.';
  const stream = {
    connection,
    accountId,
    since,
    signal,
    onOpen,
    kind: 'events',
    advice,
  } as const;
  const addresses = new AddressBook();
  for await (const { event, data } of messagesOf(stream, terminal)) {
    const parsed = eventOf(event, data);
    if (parsed) yield withPage(addresses.complete(parsed), baseOf(connection), accountId);
    else terminal.complain(`The server sent an invalid event: ${JSON.stringify(shortened(data, 200))}`);
  }
}

function withPage(event: TailedEvent, base: string, accountId: string): FollowedEvent {
  const { id } = event.subscriber;
  return id === undefined ? event : { ...event, page: subscriberPage(base, accountId, id) };
}

/** How many subscribers are remembered. */
const SIZE = 10_000;

/** Remembers the email addresses of subscribers, for events that only name the id, such as a deletion. */
class AddressBook {
  readonly #emails = new Map<string, string>();

  /** Adds the subscriber's email address to an event, if it is known. */
  complete(event: TailedEvent): TailedEvent {
    const { id, email = this.#emails.get(id ?? '') } = event.subscriber;
    if (id === undefined || email === undefined) return event;
    this.#emails.delete(id);
    this.#emails.set(id, email);
    const [oldest] = this.#emails.keys();
    if (this.#emails.size > SIZE && oldest !== undefined) this.#emails.delete(oldest);
    return { ...event, subscriber: { id, email } };
  }
}
