import { deleteSubscriberRow } from '../../store/tables/subscribers.ts';
import type { Context } from '../context/context.ts';
import { emit } from '../events/emit.ts';
import { findSubscriber } from '../records/subscriber.ts';

/** Deletes the subscriber with this email address or id. */
export async function deleteSubscriber(context: Context, idOrEmail: string): Promise<void> {
  const subscriber = await findSubscriber(context, idOrEmail);
  await emit(context, subscriber.id, 'subscriber.deleted', {}); // before the row is gone: the payload shows it
  await deleteSubscriberRow(context.tx, context.accountId, subscriber.id);
}
