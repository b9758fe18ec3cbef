import type { SubscriberInput } from '@trickle/sdk/contract';
import type { SubscriberRow } from '../store/subscribers.ts';
import { countTagsOf, deleteTag, insertTag, listTagsOf } from '../store/tags.ts';
import type { Context } from './context.ts';
import { emit } from './emit.ts';
import { invalid } from './refusals.ts';

/** A subscriber has no more tags: each change of one shows them all. */
const MOST_TAGS = 1000;

/** The tags that someone has now and had not before, and the other way round. */
interface TagChange {
  readonly applied: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Applies tags that are not there yet, then removes those that are there; empty ones are passed over. Nobody is told
 * before `emitTags`, so that whoever is told of anything else of the same change sees the tags as they are after it.
 */
export async function changeTags(
  { tx, accountId }: Context,
  { id }: SubscriberRow,
  { tags = [], remove_tags = [] }: Pick<SubscriberInput, 'tags' | 'remove_tags'>,
): Promise<TagChange> {
  const applied: string[] = [];
  for (const tag of tags) if (tag !== '' && (await insertTag(tx, accountId, id, tag))) applied.push(tag);
  if (applied.length > 0 && (await countTagsOf(tx, accountId, id)) > MOST_TAGS) {
    throw invalid('length_error', 'tags', `would be more than ${MOST_TAGS} on one subscriber`);
  }
  const removed: string[] = [];
  for (const tag of remove_tags) if (await deleteTag(tx, accountId, id, tag)) removed.push(tag);
  return { applied, removed };
}

/** Tells of each tag that was applied or removed. */
export async function emitTags(
  context: Context,
  { id }: SubscriberRow,
  { applied, removed }: TagChange,
): Promise<void> {
  for (const tag of applied) await emit(context, id, 'subscriber.applied_tag', { tag });
  for (const tag of removed) await emit(context, id, 'subscriber.removed_tag', { tag });
}

/** Removes a tag that came in a path: where there is no such tag, any `+` in it may be a space. */
// Unspecified: U-04
export async function removePathTag(context: Context, person: SubscriberRow, tag: string): Promise<void> {
  const applied = await listTagsOf(context.tx, context.accountId, person.id);
  const meant = applied.includes(tag) ? tag : applied.find((one) => isSpelled(one, tag));
  if (meant === undefined) return;
  await emitTags(context, person, await changeTags(context, person, { remove_tags: [meant] }));
}

const isSpelled = (tag: string, spelling: string) =>
  tag.length === spelling.length &&
  spelling.split('').every((sign, at) => sign === tag[at] || (sign === '+' && tag[at] === ' '));
