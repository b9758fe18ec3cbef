import { visitorIdOf } from '../../shared/values/visitor-id.ts';
import { subscriberChanges } from '../../store/tables/subscriber-changes.ts';
import { findSubscriberBy, type SubscriberRow } from '../../store/tables/subscribers.ts';
import { visitors } from '../../store/tables/visitors.ts';
import type { Context } from '../context/context.ts';
import { NotFoundError } from '../errors.ts';

/** Finds the subscriber with this email address or id, or throws a `NotFoundError`. */
export async function findSubscriber(context: Context, idOrEmail: string): Promise<SubscriberRow> {
  const subscriber = await findByIdOrEmail(context, idOrEmail);
  if (!subscriber) throw new NotFoundError('subscriber', idOrEmail);
  return subscriber;
}

/** Finds the subscriber with this email address, id or visitor uuid, or throws a `NotFoundError`. */
export async function findSubscriberOrVisitor(context: Context, key: string): Promise<SubscriberRow> {
  const subscriber = (await findByIdOrEmail(context, key)) ?? (await findByVisitor(context, key));
  if (!subscriber) throw new NotFoundError('subscriber', key);
  return subscriber;
}

/** Finds the subscriber of a request by id, otherwise email, otherwise visitor uuid. Throws for an unknown id only. */
// Unspecified: U-45
export async function findNamedSubscriber(
  context: Context,
  named: { id?: string | undefined; email?: string | undefined; visitor_uuid?: string | undefined },
): Promise<SubscriberRow | undefined> {
  if (named.id !== undefined) {
    const subscriber = await findBy(context, 'id', named.id);
    if (!subscriber) throw new NotFoundError('subscriber', named.id);
    return subscriber;
  }
  if (named.email !== undefined) return findBy(context, 'email', named.email);
  return named.visitor_uuid === undefined ? undefined : findByVisitor(context, named.visitor_uuid);
}

/** Finds a subscriber by email address, which contains an `@`, or by id, which never does. */
export function findByIdOrEmail(context: Context, idOrEmail: string): Promise<SubscriberRow | undefined> {
  return findBy(context, keyOf(idOrEmail), idOrEmail);
}

const keyOf = (idOrEmail: string) => (idOrEmail.includes('@') ? 'email' : 'id');

/** Finds a subscriber as `findByIdOrEmail` does, and keeps it for the next search of this transaction. */
export async function findAhead(context: Context, idOrEmail: string): Promise<SubscriberRow | undefined> {
  const { tx, cache } = context;
  const changes = subscriberChanges(tx);
  const row = await findByIdOrEmail(context, idOrEmail);
  cache.found = { key: `${keyOf(idOrEmail)} ${idOrEmail}`, row, changes };
  return row;
}

async function findBy(
  { tx, accountId, cache }: Context,
  key: 'id' | 'email',
  value: string,
): Promise<SubscriberRow | undefined> {
  const { found } = cache;
  if (found?.key !== `${key} ${value}` || found.changes !== subscriberChanges(tx)) {
    return findSubscriberBy(tx, accountId, key, value);
  }
  cache.found = undefined;
  return found.row;
}

async function findByVisitor({ tx, accountId }: Context, uuid: string): Promise<SubscriberRow | undefined> {
  const visitor = await visitors.find(tx, accountId, { uuid: visitorIdOf(uuid) ?? uuid });
  return visitor?.subscriberId ? findSubscriberBy(tx, accountId, 'id', visitor.subscriberId) : undefined;
}
