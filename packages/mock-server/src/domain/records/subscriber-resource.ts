import type { Subscriber } from '@trickle/sdk/contract';
import { urlBelow } from '../../shared/values/encoded-url.ts';
import { utcOffset } from '../../shared/values/time-zone.ts';
import { subscriberChanges } from '../../store/tables/subscriber-changes.ts';
import type { SubscriberRow } from '../../store/tables/subscribers.ts';
import { listTagsOf } from '../../store/tables/tags.ts';
import type { Context } from '../context/context.ts';

/** The members that responses and webhooks leave out. */
const HIDDEN = { eu_consent_message: undefined, lead_points: undefined, deliverable_status: undefined };

/** A subscriber in the format of the interface in responses and webhooks. `baseUrl` is the server's address. */
// Unspecified: U-34
export async function subscriberResource(
  context: Context,
  subscriber: SubscriberRow,
  baseUrl: string,
): Promise<Subscriber> {
  const { accountId, services } = context;
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
    tags: await tagsOf(context, subscriber.id),
    created_at: subscriber.createdAt,
    href: urlBelow(baseUrl, 'v2', accountId, 'subscribers', subscriber.id),
    links: { account: accountId },
  };
}

async function tagsOf({ tx, accountId, cache }: Context, id: string): Promise<string[]> {
  const { firstTags: first } = cache;
  const isKnown = first?.subscriberId === id && first.changes === subscriberChanges(tx);
  return isKnown ? [...first.tags] : await listTagsOf(tx, accountId, id);
}
