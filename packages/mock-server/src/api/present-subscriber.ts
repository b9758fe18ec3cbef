import type { Page, Subscriber } from '@trickle/sdk/contract';
import { utcOffset } from '../domain/time-zone.ts';
import type { Call } from '../http/handler.ts';
import type { Reply } from '../http/output.ts';
import type { SubscriberRow } from '../store/subscribers.ts';
import { listTagsOf } from '../store/tags.ts';

/** A person as the interface shows them. */
// Unspecified: U-34
export async function presentSubscriber(
  { context, baseUrl }: Pick<Call, 'context' | 'baseUrl'>,
  person: SubscriberRow,
): Promise<Subscriber> {
  const { accountId, tx, world } = context;
  const { eu_consent_message, lead_points, ...data } = person.data;
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

/** The reply of an endpoint that shows one person and says where they are. */
export async function subscriberReply(
  call: Pick<Call, 'context' | 'baseUrl'>,
  person: SubscriberRow,
): Promise<Reply<Subscriber>> {
  const output = await presentSubscriber(call, person);
  return { output, location: output.href };
}

/** People in turn, as the interface shows them. */
export async function presentSubscribers(
  call: Pick<Call, 'context' | 'baseUrl'>,
  people: readonly SubscriberRow[],
): Promise<Page<Subscriber>['items']> {
  const items: Subscriber[] = [];
  for (const person of people) items.push(await presentSubscriber(call, person));
  return items;
}
