import { deleteSubscriberRow } from '../../store/subscribers.ts';
import type { Context } from '../../world/context.ts';
import { emit } from '../events/emit.ts';
import { findSubscriber } from '../lookup/find-subscriber.ts';

/** Deletes the person with this email address or id. */
export async function deleteSubscriber(context: Context, idOrEmail: string): Promise<void> {
  const person = await findSubscriber(context, idOrEmail);
  await emit(context, person.id, 'subscriber.deleted', {}); // while there is someone to show
  await deleteSubscriberRow(context.tx, context.accountId, person.id);
}
