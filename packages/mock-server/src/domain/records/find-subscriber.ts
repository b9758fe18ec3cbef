import { visitorIdOf } from '../../shared/values/visitor-id.ts';
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
    const subscriber = await findSubscriberBy(context.tx, context.accountId, 'id', named.id);
    if (!subscriber) throw new NotFoundError('subscriber', named.id);
    return subscriber;
  }
  if (named.email !== undefined) {
    return findSubscriberBy(context.tx, context.accountId, 'email', named.email);
  }
  return named.visitor_uuid === undefined ? undefined : findByVisitor(context, named.visitor_uuid);
}

/** Finds a subscriber by email address, which contains an `@`, or by id, which never does. */
export function findByIdOrEmail(
  { tx, accountId }: Pick<Context, 'tx' | 'accountId'>,
  idOrEmail: string,
): Promise<SubscriberRow | undefined> {
  return findSubscriberBy(tx, accountId, idOrEmail.includes('@') ? 'email' : 'id', idOrEmail);
}

async function findByVisitor({ tx, accountId }: Context, uuid: string): Promise<SubscriberRow | undefined> {
  const visitor = await visitors.find(tx, accountId, { uuid: visitorIdOf(uuid) ?? uuid });
  return visitor?.subscriberId ? findSubscriberBy(tx, accountId, 'id', visitor.subscriberId) : undefined;
}
