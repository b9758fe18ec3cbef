import { isoTime } from '../../shared/values/time.ts';
import { visitorIdOf } from '../../shared/values/visitor-id.ts';
import { adoptEvents } from '../../store/tables/events.ts';
import { forgetVisitor, type SubscriberRow } from '../../store/tables/subscribers.ts';
import { pruneVisitorsOf, type VisitorData, type VisitorRow, visitors } from '../../store/tables/visitors.ts';
import type { Context } from '../context/context.ts';
import { inheritConversions } from '../events/conversions.ts';
import { prune } from '../events/retention.ts';

/** Finds the visitor with this uuid, or creates it. Long texts are truncated. */
export async function seeVisitor(
  context: Context,
  uuid: string | null,
  data: VisitorData,
): Promise<VisitorRow> {
  const { services, tx, accountId } = context;
  const existing = uuid === null ? undefined : await visitors.find(tx, accountId, { uuid });
  if (existing) return existing;
  const visitor: VisitorRow = {
    uuid: uuid ?? services.ids.hex(),
    subscriberId: null,
    createdAt: isoTime(services.clock.now()),
    data: Object.fromEntries(Object.entries(data).map(([name, text]) => [name, text?.slice(0, MAX_TEXT)])),
  };
  await visitors.insert(tx, accountId, visitor);
  await prune(context, visitors); // Unspecified: U-133
  return visitor;
}

/** Links a visitor to a subscriber instead of an earlier one, with events and conversions. Returns tags for the caller to apply. */
// Unspecified: U-44
export async function linkVisitor(
  context: Context,
  visitorUuid: string,
  subscriber: SubscriberRow,
): Promise<readonly string[]> {
  const { tx, accountId } = context;
  const uuid = visitorIdOf(visitorUuid) ?? visitorUuid;
  const { subscriberId: before, data } = await seeVisitor(context, uuid, {});
  // The events of a linked visitor already belong to its subscriber.
  if (before !== subscriber.id) {
    if (before !== null) await forgetVisitor(tx, accountId, before, uuid);
    await visitors.update(tx, accountId, { uuid }, { subscriberId: subscriber.id });
    await adoptEvents(tx, accountId, uuid, subscriber.id);
    await inheritConversions(context, uuid, subscriber.id);
    await pruneVisitorsOf(tx, accountId, subscriber.id, uuid); // Unspecified: U-133
  }
  subscriber.visitorUuid = uuid;
  const { tags = [], ...rest } = data;
  if (tags.length) await visitors.update(tx, accountId, { uuid }, { data: rest });
  return tags;
}

/** Tags an unidentified visitor. The tag is applied to the subscriber once the visitor is linked. */
// Unspecified: U-72
export async function tagVisitor(context: Context, uuid: string, tag: string): Promise<void> {
  const { data } = await seeVisitor(context, uuid, {});
  const tags = [...new Set([...(data.tags ?? []), tag.slice(0, MAX_TEXT)])].slice(-MAX_TAGS);
  await visitors.update(context.tx, context.accountId, { uuid }, { data: { ...data, tags } });
}

const MAX_TEXT = 2000;
const MAX_TAGS = 50;
/** A day: Safari keeps a cookie that a script has written for seven days only. */
const RENEWAL = 24 * 60 * 60 * 1000;

/** Whether a visitor's cookie should be renewed, which browsers keep for 400 days. Marks it as renewed if so. */
// Unspecified: U-71
export async function isToRenew(
  { services, tx, accountId }: Context,
  { uuid, createdAt, data }: VisitorRow,
): Promise<boolean> {
  const now = services.clock.now();
  if (now < Date.parse(data.renewed_at ?? createdAt) + RENEWAL) return false;
  await visitors.update(tx, accountId, { uuid }, { data: { ...data, renewed_at: isoTime(now) } });
  return true;
}
