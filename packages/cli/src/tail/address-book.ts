import type { TailedEvent } from './event.ts';

/** How many subscribers are remembered. */
const SIZE = 10_000;

/** Remembers the email addresses of subscribers, for events that only name the id, such as a deletion. */
export class AddressBook {
  readonly #emails = new Map<string, string>();

  /** The event with the subscriber's email address, as far as it is known. */
  complete(event: TailedEvent): TailedEvent {
    const { id, email } = event.subscriber;
    if (id === undefined) return event;
    if (email === undefined) {
      const known = this.#emails.get(id);
      return known === undefined ? event : { ...event, subscriber: { id, email: known } };
    }
    this.#emails.delete(id);
    this.#emails.set(id, email);
    const [oldest] = this.#emails.keys();
    if (this.#emails.size > SIZE && oldest !== undefined) this.#emails.delete(oldest);
    return event;
  }
}
