import type { SubscriberInput } from '@trickle/sdk/contract';
import type { SubscriberRow } from '../../store/subscribers.ts';
import { deleteTag, insertTag, listTagsOf } from '../../store/tags.ts';
import type { Context } from '../../world/context.ts';
import { emit } from '../events/emit.ts';
import { atMost } from '../lookup/capacity.ts';

/** The tags that a change has applied and removed. */
interface TagChange {
  readonly applied: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Applies the tags that a subscriber does not have yet, then removes tags. Skips empty tags. Leaves the events to
 * `emitTags`, so that the other events of the same change show the new tags.
 */
export async function changeTags(
  context: Context,
  { id }: SubscriberRow,
  { tags = [], remove_tags = [] }: Pick<SubscriberInput, 'tags' | 'remove_tags'>,
  isNew = false,
): Promise<TagChange> {
  const { tx, accountId } = context;
  const before = isNew || tags.length === 0 ? [] : await listTagsOf(tx, accountId, id);
  const applied = atMost(context, 'tags', before, tags.filter(Boolean));
  for (const tag of applied) await insertTag(tx, accountId, id, tag);
  const removed: string[] = [];
  for (const tag of remove_tags) if (await deleteTag(tx, accountId, id, tag)) removed.push(tag);
  return { applied, removed };
}

/** Emits an event for each tag that was applied or removed. */
export async function emitTags(
  context: Context,
  { id }: SubscriberRow,
  { applied, removed }: TagChange,
): Promise<void> {
  for (const tag of applied) await emit(context, id, 'subscriber.applied_tag', { tag });
  for (const tag of removed) await emit(context, id, 'subscriber.removed_tag', { tag });
}

/** Removes a tag given in a path. If the subscriber does not have it, a `+` also matches a space. */
// Unspecified: U-04
export async function removePathTag(context: Context, subscriber: SubscriberRow, tag: string): Promise<void> {
  const applied = await listTagsOf(context.tx, context.accountId, subscriber.id);
  const match = applied.includes(tag) ? tag : applied.find((one) => isSpelled(one, tag));
  if (match === undefined) return;
  await emitTags(context, subscriber, await changeTags(context, subscriber, { remove_tags: [match] }));
}

const isSpelled = (tag: string, spelling: string) =>
  tag.length === spelling.length &&
  spelling.split('').every((sign, at) => sign === tag[at] || (sign === '+' && tag[at] === ' '));
