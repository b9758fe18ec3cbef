import type { Subscriber } from '@trickle/sdk/contract';
import type { SubscriberRow } from '../../store/subscribers.ts';
import { listTagsOf } from '../../store/tags.ts';
import { utcOffset } from '../../values/time-zone.ts';
import type { Context } from '../../world/context.ts';

/** A person as the interface shows them, in answers and in webhooks. `baseUrl` is where this server is reached. */
// Unspecified: U-34
export async function subscriberResource(
  { accountId, tx, world }: Pick<Context, 'accountId' | 'tx' | 'world'>,
  person: SubscriberRow,
  baseUrl: string,
): Promise<Subscriber> {
  const { eu_consent_message, lead_points, deliverable_status, ...data } = person.data;
  return {
    id: person.id,
    status: person.status === 'active' ? 'active' : 'unsubscribed', // Unspecified: U-40
    email: person.email,
    ...data,
    utc_offset: utcOffset(data.time_zone, world.clock.now()),
    ...(person.visitorUuid !== null && { visitor_uuid: person.visitorUuid }),
    ...(person.userId !== null && { user_id: person.userId }),
    tags: await listTagsOf(tx, accountId, person.id),
    created_at: person.createdAt,
    href: `${baseUrl}/v2/${accountId}/subscribers/${person.id}`,
    links: { account: accountId },
  };
}
