import { lookUp } from '../domain/lookup/find-subscriber.ts';
import type { Transaction } from '../store/store.ts';
import { dropLock, takeLock } from '../store/subscriber-locks.ts';
import { emailKey } from '../store/subscribers.ts';
import { findVisitor } from '../store/visitors.ts';
import type { Context } from '../world/context.ts';
import type { World } from '../world/world.ts';

/** The locks of a server whose database no other server can have. Other servers keep theirs in the database. */
export class LocksInMemory {
  readonly #held = new Set<string>();

  /** Locks a subscriber; false when another request holds the lock. */
  take(accountId: string, subscriber: string): boolean {
    const key = keyOf(accountId, subscriber);
    if (this.#held.has(key)) return false;
    this.#held.add(key);
    return true;
  }

  drop(accountId: string, subscriber: string): void {
    this.#held.delete(keyOf(accountId, subscriber));
  }
}

const keyOf = (accountId: string, subscriber: string) => `${accountId.length} ${accountId} ${subscriber}`;

/** The locks of a server. */
export interface LockSettings {
  readonly world: Pick<World, 'store' | 'instance'>;
  readonly locks: LocksInMemory;
}

/** Locks a subscriber; false when another request holds the lock. */
export async function lock(
  { world: { store, instance }, locks }: LockSettings,
  tx: Transaction,
  accountId: string,
  subscriber: string,
): Promise<boolean> {
  return store.alone ? locks.take(accountId, subscriber) : takeLock(tx, accountId, subscriber, instance);
}

/** Releases the lock on a subscriber. */
export async function unlock(
  { world: { store }, locks }: LockSettings,
  tx: Transaction,
  accountId: string,
  subscriber: string,
): Promise<void> {
  if (store.alone) locks.drop(accountId, subscriber);
  else await dropLock(tx, accountId, subscriber);
}

/**
 * The lock key of the subscriber that a request updates, identical for all identifiers of the subscriber. Undefined
 * if the request names none.
 */
// Unspecified: U-11
export async function lockKeyOf(
  context: Pick<Context, 'tx' | 'accountId'>,
  parameters: Readonly<Record<string, string>>,
  input: unknown,
): Promise<string | undefined> {
  const named = (input ?? {}) as { id?: string; email?: string; visitor_uuid?: string }; // validated before
  const name = parameters.id_or_email ?? parameters.email ?? named.id ?? named.email;
  if (name !== undefined) return (await lookUp(context, name))?.id ?? emailKey(name);
  const visitor = await findVisitor(context.tx, context.accountId, named.visitor_uuid ?? '');
  return visitor?.subscriberId ?? named.visitor_uuid;
}
