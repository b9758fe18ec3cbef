import { adoptEvents } from '../../store/events.ts';
import { forgetVisitor, type SubscriberRow } from '../../store/subscribers.ts';
import {
  findVisitor,
  insertVisitor,
  linkVisitor as storeTie,
  updateVisitor,
  type VisitorData,
  type VisitorRow,
} from '../../store/visitors.ts';
import { isoTime } from '../../values/iso-time.ts';
import { visitorIdOf } from '../../values/visitor-id.ts';
import type { Context } from '../../world/context.ts';
import { inheritConversions } from '../events/conversions.ts';
import { trimVisitors, trimVisitorsOf } from '../events/retention.ts';

/** The visitor with this uuid; a new one when it was never seen, or when there is none yet. Long texts are cut. */
export async function seeVisitor(
  context: Context,
  uuid: string | null,
  data: VisitorData,
): Promise<VisitorRow> {
  const { world, tx, accountId } = context;
  const found = uuid === null ? undefined : await findVisitor(tx, accountId, uuid);
  if (found) return found;
  const visitor: VisitorRow = {
    uuid: uuid ?? world.ids.hex(),
    subscriberId: null,
    createdAt: isoTime(world.clock.now()),
    data: Object.fromEntries(Object.entries(data).map(([name, text]) => [name, text?.slice(0, MAX_TEXT)])),
  };
  await insertVisitor(tx, accountId, visitor);
  await trimVisitors(context);
  return visitor;
}

/**
 * Says who a visitor is: this person and nobody else from now on, as with a browser that people share. What the
 * visitor did while nobody knew is theirs. Gives the tags that the visitor has had so far.
 */
// Unspecified: U-44
export async function linkVisitor(
  context: Context,
  given: string,
  person: SubscriberRow,
): Promise<readonly string[]> {
  const uuid = visitorIdOf(given) ?? given;
  const { subscriberId: before, data } = await seeVisitor(context, uuid, {});
  // What somebody who is known does is theirs from the first.
  if (before !== person.id) {
    if (before !== null) await forgetVisitor(context.tx, context.accountId, before, uuid);
    await storeTie(context.tx, context.accountId, uuid, person.id);
    await adoptEvents(context.tx, context.accountId, uuid, person.id);
    await inheritConversions(context, uuid, person.id);
    await trimVisitorsOf(context, person.id, uuid);
  }
  person.visitorUuid = uuid;
  const { tags = [], ...rest } = data;
  if (tags.length) await updateVisitor(context.tx, context.accountId, { uuid, data: rest });
  return tags;
}

/** Tags a visitor whom nobody knows yet: the tag is for the person who they turn out to be. */
// Unspecified: U-72
export async function tagVisitor(context: Context, uuid: string, tag: string): Promise<void> {
  const { data } = await seeVisitor(context, uuid, {});
  const tags = [...new Set([...(data.tags ?? []), tag.slice(0, MAX_TEXT)])].slice(-MAX_TAGS);
  await updateVisitor(context.tx, context.accountId, { uuid, data: { ...data, tags } });
}

/** Characters kept of each text that a browser tells of itself. */
const MAX_TEXT = 2000;
const MAX_TAGS = 50;
const RENEWAL = 30 * 24 * 60 * 60 * 1000;

/** Whether a visitor's cookie, which browsers keep for 400 days, has grown old; then it is taken for renewed. */
// Unspecified: U-71
export async function isToRenew(
  { world, tx, accountId }: Context,
  { uuid, createdAt, data }: VisitorRow,
): Promise<boolean> {
  const now = world.clock.now();
  if (now < Date.parse(data.renewed_at ?? createdAt) + RENEWAL) return false;
  await updateVisitor(tx, accountId, { uuid, data: { ...data, renewed_at: isoTime(now) } });
  return true;
}
