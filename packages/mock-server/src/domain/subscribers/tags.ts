import type { SubscriberInput } from '@trickle/sdk/contract';
import type { ReadonlyValues } from '../../store/records/with-defaults.ts';
import type { SubscriberRow } from '../../store/tables/subscribers.ts';
import { countTags, deleteTag, insertTag, listTagsOf, subscriberTags } from '../../store/tables/tags.ts';
import type { Context } from '../context/context.ts';
import { emit } from '../events/emit.ts';
import { hasRoom, isWithinLength, limitAdditions } from '../records/capacity.ts';

interface TagChange {
  readonly applied: readonly string[];
  readonly removed: readonly string[];
}

/** Applies tags, then removes others. Skips empty ones. `emitTags` emits later: other events show the new tags. */
export async function changeTags(
  context: Context,
  { id }: SubscriberRow,
  { tags = [], remove_tags = [] }: ReadonlyValues<Pick<SubscriberInput, 'tags' | 'remove_tags'>>,
  isNew = false,
): Promise<TagChange> {
  const { tx, accountId } = context;
  const before = isNew || tags.length === 0 ? [] : await listTagsOf(tx, accountId, id);
  const change = { before, additions: tags.filter(Boolean), removals: remove_tags };
  const applied: string[] = [];
  let length = before.filter((tag) => !remove_tags.includes(tag)).join('').length;
  for (const tag of limitAdditions(context, 'tags', change)) {
    if (!isWithinLength(context, 'tags', length + tag.length) || !(await mayApply(context, tag))) continue;
    await insertTag(tx, accountId, id, tag);
    applied.push(tag);
    length += tag.length;
  }
  const removed: string[] = [];
  for (const tag of remove_tags) if (await deleteTag(tx, accountId, id, tag)) removed.push(tag);
  return { applied, removed };
}

/** Whether a tag can be applied: pages cannot make new ones without limit. */
async function mayApply(context: Context, tag: string): Promise<boolean> {
  const { tx, accountId, source, cache } = context;
  if (source !== 'script' || cache.formTags?.includes(tag)) return true;
  return (await subscriberTags.has(tx, accountId, { tag })) || hasRoom(context, 'tags', countTags);
}

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
  const match = applied.includes(tag) ? tag : applied.find((candidate) => isSpelled(candidate, tag));
  if (match === undefined) return;
  await emitTags(context, subscriber, await changeTags(context, subscriber, { remove_tags: [match] }));
}

const isSpelled = (tag: string, spelling: string) =>
  tag.length === spelling.length &&
  spelling.split('').every((sign, at) => sign === tag[at] || (sign === '+' && tag[at] === ' '));
