import { deleteSubscriber } from '../store/subscribers.ts';
import type { Context } from './context.ts';
import { emit } from './emit.ts';
import { findSubscriber } from './find-subscriber.ts';

/** Deletes the person with this email address or id. */
export async function deletePerson(context: Context, idOrEmail: string): Promise<void> {
  const person = await findSubscriber(context, idOrEmail);
  await emit(context, person.id, 'subscriber.deleted', {}); // while there is someone to show
  await deleteSubscriber(context.tx, context.accountId, person.id);
}
