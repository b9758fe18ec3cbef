import type { SubscriberRow } from '../../store/tables/subscribers.ts';
import type { Context } from '../context/context.ts';
import { findSubscriber } from '../records/subscriber.ts';
import { upsertSubscriber } from './upsert.ts';

/** Unsubscribes a subscriber from all mailings, like an update to the status `unsubscribed`. */
// Unspecified: U-10
export async function unsubscribeAll(context: Context, idOrEmail: string): Promise<SubscriberRow> {
  const { id } = await findSubscriber(context, idOrEmail);
  return upsertSubscriber(context, { id, status: 'unsubscribed' });
}
