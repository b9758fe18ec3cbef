import type { Page, Subscriber } from '@trickle/sdk/contract';
import { subscriberResource } from '../domain/lookup/subscriber-resource.ts';
import type { Call } from '../http/handler.ts';
import type { Reply } from '../http/output.ts';
import type { SubscriberRow } from '../store/subscribers.ts';

/** A subscriber's API representation. */
export const presentSubscriber = (
  { context, baseUrl }: Pick<Call, 'context' | 'baseUrl'>,
  person: SubscriberRow,
): Promise<Subscriber> => subscriberResource(context, person, baseUrl);

/** A reply with one subscriber and its location. */
export async function subscriberReply(
  call: Pick<Call, 'context' | 'baseUrl'>,
  person: SubscriberRow,
): Promise<Reply<Subscriber>> {
  const output = await presentSubscriber(call, person);
  return { output, location: output.href };
}

/** Subscribers' API representations, in order. */
export async function presentSubscribers(
  call: Pick<Call, 'context' | 'baseUrl'>,
  people: readonly SubscriberRow[],
): Promise<Page<Subscriber>['items']> {
  const items: Subscriber[] = [];
  for (const person of people) items.push(await presentSubscriber(call, person));
  return items;
}
