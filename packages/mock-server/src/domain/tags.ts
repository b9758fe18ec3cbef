import type { SubscriberRow } from '../store/subscribers.ts';
import { deleteTag, insertTag, listTagsOf } from '../store/tags.ts';
import type { Context } from './context.ts';
import { emit } from './emit.ts';

/** Applies tags that are not there yet. Empty ones are passed over. */
export async function applyTags(
  context: Context,
  person: SubscriberRow,
  tags: readonly string[],
): Promise<void> {
  for (const tag of tags) {
    const isNew = tag !== '' && (await insertTag(context.tx, context.accountId, person.id, tag));
    if (isNew) await emit(context, person.id, 'subscriber.applied_tag', { tag });
  }
}

/** Removes the tags that are there. */
export async function removeTags(
  context: Context,
  person: SubscriberRow,
  tags: readonly string[],
): Promise<void> {
  for (const tag of tags) {
    const wasThere = await deleteTag(context.tx, context.accountId, person.id, tag);
    if (wasThere) await emit(context, person.id, 'subscriber.removed_tag', { tag });
  }
}

/** Removes a tag that came in a path: where there is no such tag, a `+` in it is read as a space. */
// Unspecified: U-04
export async function removePathTag(context: Context, person: SubscriberRow, tag: string): Promise<void> {
  const applied = await listTagsOf(context.tx, context.accountId, person.id);
  const spaced = tag.replaceAll('+', ' ');
  await removeTags(context, person, [applied.includes(tag) ? tag : spaced]);
}
