import type { Subscriber } from '@trickle/sdk/contract';
import { urlBelow } from '../../shared/values/encoded-url.ts';
import { utcOffset } from '../../shared/values/time.ts';
import { visitorIdOf } from '../../shared/values/visitor-id.ts';
import { findSubscriberBy, type SubscriberRow } from '../../store/tables/subscribers.ts';
import { listTagsOf } from '../../store/tables/tags.ts';
import { visitors } from '../../store/tables/visitors.ts';
import type { Context } from '../context/context.ts';
import { NotFoundError } from '../errors.ts';
import { type Finding, finding } from '../rules.ts';

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
  const { tx, accountId } = context;
  if (named.id !== undefined) {
    const subscriber = await findSubscriberBy(tx, accountId, 'id', named.id);
    if (!subscriber) throw new NotFoundError('subscriber', named.id);
    return subscriber;
  }
  if (named.email !== undefined) return findSubscriberBy(tx, accountId, 'email', named.email);
  return named.visitor_uuid === undefined ? undefined : findByVisitor(context, named.visitor_uuid);
}

/** Finds a subscriber by email address, which contains an `@`, or by id, which never does. */
export const findByIdOrEmail = (
  { tx, accountId }: Context,
  idOrEmail: string,
): Promise<SubscriberRow | undefined> =>
  findSubscriberBy(tx, accountId, idOrEmail.includes('@') ? 'email' : 'id', idOrEmail);

async function findByVisitor({ tx, accountId }: Context, uuid: string): Promise<SubscriberRow | undefined> {
  const visitor = await visitors.find(tx, accountId, { uuid: visitorIdOf(uuid) ?? uuid });
  return visitor?.subscriberId ? findSubscriberBy(tx, accountId, 'id', visitor.subscriberId) : undefined;
}

/** The meaning of the status of a subscriber who gets no emails. */
const reasons: Readonly<Record<string, string>> = {
  unsubscribed: 'has unsubscribed from all mailings',
  removed: 'has been removed from all mailings',
  undeliverable: 'is undeliverable: emails to this address have bounced',
};

/** Whether a subscriber gets emails: only active ones do. */
export const subscriberActive = ({ id, email, status }: SubscriberRow): Finding =>
  finding({ type: 'subscriber', id }, 'subscriber_active', {
    isMet: status === 'active',
    text: `${email} ${reasons[status] ?? `is ${status}`}.`,
  });

/** The members that responses and webhooks leave out. */
const HIDDEN = { eu_consent_message: undefined, lead_points: undefined, deliverable_status: undefined };

/** A subscriber in the format of the interface in responses and webhooks. `baseUrl` is the server's address. */
// Unspecified: U-34
export async function subscriberResource(
  context: Context,
  subscriber: SubscriberRow,
  baseUrl: string,
): Promise<Subscriber> {
  const { tx, accountId, services } = context;
  const { data } = subscriber;
  return {
    id: subscriber.id,
    status: subscriber.status === 'active' ? 'active' : 'unsubscribed', // Unspecified: U-40
    email: subscriber.email,
    ...data,
    ...HIDDEN,
    utc_offset: utcOffset(data.time_zone, services.clock.now()),
    ...(subscriber.visitorUuid !== null && { visitor_uuid: subscriber.visitorUuid }),
    ...(subscriber.userId !== null && { user_id: subscriber.userId }),
    tags: await listTagsOf(tx, accountId, subscriber.id),
    created_at: subscriber.createdAt,
    href: urlBelow(baseUrl, 'v2', accountId, 'subscribers', subscriber.id),
    links: { account: accountId },
  };
}
