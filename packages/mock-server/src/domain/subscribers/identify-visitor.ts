import type { VisitorRow } from '../../store/tables/visitors.ts';
import type { Context } from '../context/context.ts';
import { findNamedSubscriber } from '../records/subscriber.ts';
import { type SubscriberChange, takenNames, upsertSubscriber } from './subscribers.ts';

/**
 * Creates or updates the subscriber that a page identifies a visitor as: the one with `email`, otherwise the one already
 * linked to the visitor, otherwise the one with `new_email`. Skips an address or user id that belongs to another subscriber
 * and returns a warning for it: an error would reveal to strangers which subscribers an account has.
 */
// Unspecified: U-132
export async function identifyVisitor(
  context: Context,
  { uuid, subscriberId, data }: VisitorRow,
  { new_email, ...attributes }: SubscriberChange,
  ip_address?: string,
): Promise<readonly string[]> {
  const { email } = attributes;
  const named = email === undefined && subscriberId !== null ? { id: subscriberId } : { email };
  const existing = await findNamedSubscriber(context, named);
  const renamed =
    existing || new_email === undefined
      ? undefined
      : await findNamedSubscriber(context, { email: new_email });
  const change: SubscriberChange = renamed
    ? { ...attributes, visitor_uuid: uuid, email: renamed.email }
    : { ...attributes, visitor_uuid: uuid, ...named, new_email };
  const subscriber = renamed ?? existing;
  const taken = await takenNames(context, subscriber, change);
  const free = { ...change };
  for (const name of taken) delete free[name];
  const { tags, renewed_at, ...browser } = data; // `linkVisitor` applies the tags
  // Browser data applies to new subscribers only: a known subscriber may be using a shared browser.
  await upsertSubscriber(context, subscriber ? free : { ...browser, ip_address, ...free });
  return taken.map((name) => `${name} was skipped: it belongs to another subscriber`);
}
