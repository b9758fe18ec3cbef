import type { Context } from '../../domain/context/context.ts';
import { findAhead } from '../../domain/records/subscriber.ts';
import { defer } from '../../shared/platform/timers.ts';
import { emailKey } from '../../store/tables/subscribers.ts';
import { visitors } from '../../store/tables/visitors.ts';

/** A request that updates a subscriber. */
interface Update {
  /** Begins to update the subscriber with these names; false if another update overlaps. */
  begin(names: readonly string[]): boolean;
  /** Ends the update, or the request if it has begun none. */
  end(): Promise<void>;
}

/** Finds out which updates of a subscriber overlap, among the requests to this server. */
// Unspecified: U-11
export class Updates {
  /** The number of requests that have ended. */
  #count = 0;
  /** The requests under way, the oldest first, with the count at their arrival. */
  readonly #requests = new Set<{ readonly arrival: number }>();
  /** The names of the subscribers that are updated now. */
  readonly #current = new Set<string>();
  /** The count at the last update of each name, in this order. */
  readonly #ends = new Map<string, number>();

  /** Registers a request that has arrived. It overlaps with each update that has not ended by now. */
  register(): Update {
    const request = { arrival: this.#count };
    this.#requests.add(request);
    let updated: readonly string[] = [];
    const isBusy = (name: string) => this.#current.has(name) || (this.#ends.get(name) ?? 0) > request.arrival;
    return {
      begin: (names) => {
        if (names.some(isBusy)) return false;
        updated = names;
        for (const name of names) this.#current.add(name);
        return true;
      },
      end: async () => {
        if (updated.length > 0) await new Promise<void>(defer); // requests that have arrived are registered now
        this.#requests.delete(request);
        this.#count++;
        for (const name of updated) {
          this.#current.delete(name);
          this.#ends.delete(name);
          this.#ends.set(name, this.#count);
        }
        this.#forget();
      },
    };
  }

  /** Forgets the updates that ended before the oldest request under way. */
  #forget(): void {
    const [oldest] = this.#requests;
    for (const [name, end] of this.#ends) {
      if (oldest && end > oldest.arrival) return;
      this.#ends.delete(name);
    }
  }
}

/**
 * Finds the names of the subscriber that a request updates: the id if the subscriber exists, the email address, the
 * visitor. Empty if the request names none.
 */
export async function findSubscriberNames(
  context: Context,
  parameters: Readonly<Record<string, string>>,
  input: unknown,
): Promise<string[]> {
  const { tx, accountId } = context;
  const keyOf = (name: string) => `${accountId.length} ${accountId} ${name}`;
  const members = (input ?? {}) as { id?: string; email?: string; visitor_uuid?: string }; // validated before
  const name = parameters.id_or_email ?? parameters.email ?? members.id ?? members.email;
  if (name !== undefined) {
    const { id, email } = (await findAhead(context, name)) ?? { id: undefined, email: name };
    return [id, email === null ? undefined : emailKey(email)].filter((key) => key !== undefined).map(keyOf);
  }
  const { visitor_uuid: uuid } = members;
  if (uuid === undefined) return [];
  const visitor = await visitors.find(tx, accountId, { uuid });
  return visitor?.subscriberId == null ? [keyOf(uuid)] : [keyOf(visitor.subscriberId), keyOf(uuid)];
}
