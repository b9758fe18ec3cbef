import { lookUp } from '../domain/lookup/find-subscriber.ts';
import type { Transaction } from '../store/store.ts';
import { dropLock, takeLock } from '../store/subscriber-locks.ts';
import { emailKey } from '../store/subscribers.ts';
import { findVisitor } from '../store/visitors.ts';
import type { Context } from '../world/context.ts';
import type { World } from '../world/world.ts';

/**
 * The locks that requests to this server hold. They are in the database too if other servers can have it: there, a request
 * waits for the transactions on its account, and would find the lock of a request before it released.
 */
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
