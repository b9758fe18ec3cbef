import type { Context } from '../../domain/context/context.ts';
import type { World } from '../../domain/context/world.ts';
import { lookUp } from '../../domain/records/find-subscriber.ts';
import type { Transaction } from '../../store/engine/store.ts';
import { dropLock, takeLock } from '../../store/tables/subscriber-locks.ts';
import { emailKey } from '../../store/tables/subscribers.ts';
import { findVisitor } from '../../store/tables/visitors.ts';

/**
 * The locks that requests to this server hold. They are in the database too if other servers can have it: there, a request
 * waits for the transactions on its account, and would find the lock of a request before it released.
 */
export class LocksInMemory {
  readonly #held = new Set<string>();

  /** Locks the names of a subscriber; false when another request holds the lock of one of them. */
  take(accountId: string, names: SubscriberNames): boolean {
    const keys = names.map((name) => keyOf(accountId, name));
    if (keys.some((key) => this.#held.has(key))) return false;
    for (const key of keys) this.#held.add(key);
    return true;
  }

  drop(accountId: string, names: readonly string[]): void {
    for (const name of names) this.#held.delete(keyOf(accountId, name));
  }
}

const keyOf = (accountId: string, name: string) => `${accountId.length} ${accountId} ${name}`;

/** A server that locks subscribers. */
type LockOwner = Pick<World, 'store' | 'instance'>;

/** Locks a subscriber in the database; false when a request to another server holds the lock. */
export async function lock(
  { store, instance }: LockOwner,
  tx: Transaction,
  accountId: string,
  subscriber: string,
): Promise<boolean> {
  return store.alone !== undefined || takeLock(tx, accountId, subscriber, instance);
}

/** Releases the lock on a subscriber in the database. */
export async function unlock(
  { store }: Pick<LockOwner, 'store'>,
  tx: Transaction,
  accountId: string,
  subscriber: string,
): Promise<void> {
  if (!store.alone) await dropLock(tx, accountId, subscriber);
}

/**
 * What identifies the subscriber that a request updates. The first is the id, if the subscriber exists. A subscriber that
 * the request creates has only the others before, and keeps them.
 */
export type SubscriberNames = readonly [string, ...string[]];

/** Finds the names of the subscriber that a request updates. Returns undefined if the request names none. */
// Unspecified: U-11
export async function subscriberNamesOf(
  context: Pick<Context, 'tx' | 'accountId'>,
  parameters: Readonly<Record<string, string>>,
  input: unknown,
): Promise<SubscriberNames | undefined> {
  const named = (input ?? {}) as { id?: string; email?: string; visitor_uuid?: string }; // validated before
  const name = parameters.id_or_email ?? parameters.email ?? named.id ?? named.email;
  if (name !== undefined) {
    const subscriber = await lookUp(context, name);
    if (!subscriber) return [emailKey(name)];
    const { id, email } = subscriber;
    return email === null ? [id] : [id, emailKey(email)];
  }
  if (named.visitor_uuid === undefined) return undefined;
  const visitor = await findVisitor(context.tx, context.accountId, named.visitor_uuid);
  return visitor?.subscriberId == null ? [named.visitor_uuid] : [visitor.subscriberId, named.visitor_uuid];
}
