import type { VisitorRow } from '../../store/visitors.ts';
import type { Context } from '../../world/context.ts';
import { identifySubscriber } from '../lookup/find-subscriber.ts';
import { type SubscriberChange, takenNames, upsertSubscriber } from './upsert.ts';

/**
 * Creates or updates the person whom a page says that a visitor is: the one with the address that is named, else the
 * one who the visitor is already, else the one with the new address. An address or a user id that is somebody
 * else's is left out, since anybody can ask pages and is not to learn whom an account knows; tells what was.
 */
// Unspecified: U-132
export async function identifyVisitor(
  context: Context,
  { uuid, subscriberId, data }: VisitorRow,
  { new_email, ...given }: SubscriberChange,
  ip_address?: string,
): Promise<readonly string[]> {
  const { email } = given;
  const named = email === undefined && subscriberId !== null ? { id: subscriberId } : { email };
  const found = await identifySubscriber(context, named);
  const renamed =
    found || new_email === undefined ? undefined : await identifySubscriber(context, { email: new_email });
  const change: SubscriberChange = renamed
    ? { ...given, visitor_uuid: uuid, email: renamed.email }
    : { ...given, visitor_uuid: uuid, ...named, new_email };
  const person = renamed ?? found;
  const taken = await takenNames(context, person, change);
  const free = { ...change };
  for (const name of taken) delete free[name];
  const { tags, renewed_at, ...browser } = data; // the tags come by the visitor's uuid
  // What the browser told is of use for someone new; of someone known it may be another person's.
  await upsertSubscriber(context, person ? free : { ...browser, ip_address, ...free });
  return taken.map((name) => `${name} was left out: it is somebody else's`);
}
