import { shortened } from '@trickle/design/terminal';
import { eventOf, type TailedEvent } from '../sandbox/event.ts';
import { sandboxMessages } from '../sandbox/follow.ts';
import type { Context } from '../terminal/context.ts';

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
  const addresses = new AddressBook();
  for await (const { event, data, pageOf } of sandboxMessages(context, stream)) {
    const parsed = eventOf(event, data);
    if (parsed) {
      const { id } = parsed.subscriber;
      yield { ...addresses.complete(parsed), ...(id !== undefined && { page: pageOf(id) }) };
    } else {
      const text = JSON.stringify(shortened(data, 200));
      context.terminal.complain(`The server sent an invalid event: ${text}`);
    }
  }
}

const SIZE = 10_000;

/** Remembers the email addresses of subscribers, for events with only an id, such as deletions. */
class AddressBook {
  readonly #emails = new Map<string, string>();

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
