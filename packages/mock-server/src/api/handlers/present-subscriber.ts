import type { Page, Subscriber } from '@trickle/sdk/contract';
import { subscriberResource } from '../../domain/records/subscriber.ts';
import { turns } from '../../shared/platform/timers.ts';
import type { SubscriberRow } from '../../store/tables/subscribers.ts';
import type { Call } from '../http/handler.ts';
import type { Reply } from '../http/reply.ts';

/** A subscriber's API representation. */
export const presentSubscriber = (
  { context, baseUrl }: Pick<Call, 'context' | 'baseUrl'>,
  row: SubscriberRow,
): Promise<Subscriber> => subscriberResource(context, row, baseUrl);

/** A reply with one subscriber and its location. */
export async function subscriberReply(
  call: Pick<Call, 'context' | 'baseUrl'>,
  row: SubscriberRow,
): Promise<Reply<Subscriber>> {
  const output = await presentSubscriber(call, row);
  return { output, location: output.href };
}

/** Subscribers' API representations, in order. */
export async function presentSubscribers(
  call: Pick<Call, 'context' | 'baseUrl'>,
  rows: readonly SubscriberRow[],
): Promise<Page<Subscriber>['items']> {
  const items: Subscriber[] = [];
  const pause = turns(); // a thousand subscribers may have 250,000 tags
  for (const row of rows) {
    items.push(await presentSubscriber(call, row));
    await pause();
  }
  return items;
}
