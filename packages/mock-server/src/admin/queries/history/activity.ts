import { findSubscriber } from '../../../domain/records/subscriber.ts';
import { fromCursor, toCursor } from '../../../shared/values/cursor.ts';
import { isoTime } from '../../../shared/values/time.ts';
import { type Cause, causeOf } from '../../../store/engine/place.ts';
import { plain, sql } from '../../../store/engine/sql.ts';
import { orders } from '../../../store/tables/commerce.ts';
import { type AdminContext, inAccount, type Scope } from '../../scope.ts';
import { campaignIn, type Names, namesOf, type Reference, ref, refOf } from './references.ts';
import { type Item, readFrom, SOURCES, type Source, type Stored } from './sources.ts';

/** Something that happened to a subscriber, or that they did. */
export interface Activity {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly type:
    | 'event'
    | 'custom_event'
    | 'timeline_event'
    | 'email'
    | 'webhook_delivery'
    | 'conversion'
    | 'form_submission'
    | 'order'
    | 'page_visit';
  readonly title: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly cause: Cause | null;
  readonly refs: readonly Reference[];
}

/** A position in the list: a second since 1970, and the number of a row. */
type Position = readonly [second: number, number: number];

/** An item of the history, or an order, with its position. */
interface Placed {
  readonly found: Item | Activity;
  readonly position: Position;
}

interface Part {
  readonly subscriberId: string;
  readonly before: Position | undefined;
  readonly limit: number;
}

/** Reads a page of what happened to a subscriber, newest first. Within a second, the numbers of the rows decide. */
export function readActivity(
  scope: Scope,
  accountId: string | undefined,
  subscriberId: string,
  { limit = 100, cursor }: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
) {
  return inAccount(scope, accountId, true, async (context) => {
    const { id } = await findSubscriber(context, subscriberId);
    const [second = 0, number = 0] = cursor === undefined ? [] : fromCursor(cursor, 2).map(Number);
    const before: Position | undefined = cursor === undefined ? undefined : [second, number];
    const part = { subscriberId: id, before, limit: limit + 1 };
    const placed = await ordersOf(context, part);
    for (const source of SOURCES) {
      if (source.inActivity) placed.push(...(await itemsOf(context, source, part)));
    }
    placed.sort((one, other) => compare(other.position, one.position));
    const page = placed.slice(0, limit);
    const names = await namesOf(
      context,
      page.flatMap(({ found }) => ('row' in found ? [found] : [])),
    );
    const last = page.at(-1);
    return {
      activity: page.map(({ found }) => ('row' in found ? toActivity(found, names) : found)),
      nextCursor: last && placed.length > limit ? toCursor(last.position) : null,
    };
  });
}

const compare = (one: Position, other: Position): number => one[0] - other[0] || one[1] - other[1];

/** Reads the items of a table that happened to a subscriber before a position, newest first. */
async function itemsOf(
  context: AdminContext,
  source: Source,
  { subscriberId, before, limit }: Part,
): Promise<Placed[]> {
  const { time = '', isInMilliseconds, inActivity = 'true' } = source;
  // An expression, or SQLite would walk through the events of the whole account by an index of their times.
  const second = isInMilliseconds ? `${time} / 1000` : `${time} || ''`;
  const last = before && [isInMilliseconds ? before[0] : isoTime(before[0] * 1000), before[1]];
  const isBefore = last ? sql`(${plain(second)}, seq) < (${last})` : plain('true');
  const rows = await readFrom(
    context,
    source,
    sql`subscriber_id = ${subscriberId} and ${plain(inActivity)} and ${isBefore}
      order by ${plain(second)} desc, seq desc limit ${limit}`,
  );
  return rows.map(([item]) => ({ found: item, position: [Math.floor(item.at / 1000), item.seq ?? 0] }));
}

/** Orders have no place in a trace, and the time of an order is no column. */
async function ordersOf({ tx, accountId }: AdminContext, { subscriberId, before }: Part): Promise<Placed[]> {
  const rows = await orders.allStored(tx, accountId, sql`subscriber_id = ${subscriberId}`);
  const placed = rows.map(([{ id, api, provider, externalId, data }, { seq }]): Placed => {
    const { originatedAt: at, worth, attributes } = data;
    const detail = { api, provider, externalId, worth, attributes };
    const refs = [{ type: 'order', id }];
    return {
      found: { id, at, type: 'order', title: externalId ?? id, detail, cause: null, refs },
      position: [Math.floor(Date.parse(at) / 1000), Number(seq)],
    };
  });
  return placed.filter(({ position }) => before === undefined || compare(position, before) < 0);
}

const PAGE_VISIT = 'subscriber.visited_page';

function toActivity(item: Item, names: Names): Activity {
  const { id, type, row, at, parent } = item;
  const cause = causeOf(parent);
  const isVisit = type === 'event' && row.event === PAGE_VISIT;
  const show = SHOWN[type as keyof typeof SHOWN] as (row: Stored[Item['type']], names: Names) => Shown; // of the same type
  return {
    id,
    at: type === 'webhook_delivery' ? new Date(at).toISOString() : isoTime(at),
    type: isVisit ? 'page_visit' : (type as keyof typeof SHOWN), // the sources have no others
    ...show(row, names),
    cause,
    refs: refsOf(item, cause),
  };
}

type Shown = Pick<Activity, 'title' | 'detail'>;

/** The title and the details of an item, for each type. */
const SHOWN = {
  event: ({ seq, event, properties }: Stored['event']): Shown => ({
    title: event === PAGE_VISIT ? String(properties.url ?? event) : event,
    detail: { seq, event, properties },
  }),
  custom_event: ofTimeline,
  timeline_event: ofTimeline,
  email(row: Stored['email']): Shown {
    if (!('emailSubject' in row)) return { title: row.subject, detail: {} };
    const { id: _id, sentAt: _at, emailSubject: title, cause: _cause, subscriberId: _of, ...detail } = row;
    return { title, detail };
  },
  webhook_delivery: ({
    webhookId,
    event,
    url,
    state,
    attempts,
    eventSeq,
  }: Stored['webhook_delivery']): Shown => ({
    title: `${event} to ${url}`,
    detail: { webhookId, event, url, state, attempts: attempts.length, eventSeq },
  }),
  conversion: ({ goalId, value, visitorUuid }: Stored['conversion'], names: Names): Shown => ({
    title: names.get(`goals ${goalId}`) ?? goalId,
    detail: { goalId, value, visitorUuid },
  }),
  form_submission: ({ formId, url, visitorUuid }: Stored['form_submission'], names: Names): Shown => ({
    title: names.get(`forms ${formId}`) ?? formId,
    detail: { formId, url, visitorUuid },
  }),
};

function ofTimeline({ action, properties, visitorUuid }: Stored['custom_event']): Shown {
  return { title: action, detail: { action, properties, visitorUuid } };
}

/** The records that an item leads to, the subscriber aside, and what led to it. */
function refsOf(item: Item, cause: Cause | null): Reference[] {
  const own = refOf(item);
  const led = cause?.id && cause.type !== 'admin' ? ref(cause.type, cause.id) : null;
  const all = [own?.type === 'subscriber' ? null : own, ...mailingsOf(item, cause), led];
  return all.filter((one) => one !== null);
}

/** The mailings of an item, except the one that led to it. */
function mailingsOf({ type, row }: Item, cause: Cause | null): (Reference | null)[] {
  if (type === 'event') return [ref('campaign', campaignIn(row))];
  if (type !== 'email' || !('emailSubject' in row)) return [];
  const { campaignId, broadcastId, workflowId } = row;
  const all = [ref('campaign', campaignId), ref('broadcast', broadcastId), ref('workflow', workflowId)];
  return all.filter((one) => one?.id !== cause?.id);
}
