import { findSubscriber } from '../../../domain/records/subscriber.ts';
import { fromCursor, toCursor } from '../../../shared/values/cursor.ts';
import { isoTime } from '../../../shared/values/time.ts';
import { causeOf } from '../../../store/engine/place.ts';
import { plain, sql } from '../../../store/engine/sql.ts';
import { orders } from '../../../store/tables/commerce.ts';
import { type AdminContext, inAccount, type Scope } from '../../scope.ts';
import { type Item, namedBy } from './items.ts';
import { PAGE_VISIT, readFrom, SOURCES, type Source } from './sources.ts';

/** An item of the history, or an order, which has no place in a trace. */
type Happened = Omit<Item, 'type' | 'sentence' | 'name' | 'subscriberId' | 'root'> & {
  readonly type: Item['type'] | 'order';
};

/** A position in the list: a second since 1970, and the number of a row. */
type Position = readonly [second: number, number: number];

const positionOf = ({ at, seq = 0 }: Happened): Position => [Math.floor(at / 1000), seq];

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
    const found = await ordersOf(context, part);
    for (const source of SOURCES) {
      if (source.inActivity) found.push(...(await itemsOf(context, source, part)));
    }
    found.sort((one, other) => compare(positionOf(other), positionOf(one)));
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const named = await namedBy(context, page);
    return {
      activity: page.map((item, i) => toActivity(item, named[i]?.name)),
      nextCursor: last && found.length > limit ? toCursor(positionOf(last)) : null,
    };
  });
}

const compare = (one: Position, other: Position): number => one[0] - other[0] || one[1] - other[1];

/** Reads the items of a table that happened to a subscriber before a position, newest first. */
async function itemsOf(
  context: AdminContext,
  source: Source,
  { subscriberId, before, limit }: Part,
): Promise<Item[]> {
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
  return rows.map(([item]) => item);
}

/** Reads the orders of a subscriber. Their time has no column. */
async function ordersOf(
  { tx, accountId }: AdminContext,
  { subscriberId, before }: Part,
): Promise<Happened[]> {
  const rows = await orders.allStored(tx, accountId, sql`subscriber_id = ${subscriberId}`);
  const found = rows.map(([{ id, api, provider, externalId, data }, { seq }]): Happened => {
    const { originatedAt, worth, attributes } = data;
    const detail = { api, provider, externalId, worth, attributes };
    const description = {
      type: 'order',
      ref: { type: 'order', id },
      title: externalId ?? id,
      detail,
    } as const;
    return { ...description, id, at: Date.parse(originatedAt), seq: Number(seq), parent: null };
  });
  return found.filter((order) => before === undefined || compare(positionOf(order), before) < 0);
}

/** Something that happened to a subscriber, or that they did. */
function toActivity(item: Happened, name: string | undefined) {
  const { id, type, at, parent, ref, others = [], title, detail = {} } = item;
  const cause = causeOf(parent);
  const led = cause?.id && cause.type !== 'admin' ? { type: cause.type, id: cause.id } : undefined;
  const refs = [ref, ...others.filter((one) => one.type !== led?.type || one.id !== led.id), led];
  return {
    id,
    at: type === 'webhook_delivery' ? new Date(at).toISOString() : isoTime(at),
    type: detail.event === PAGE_VISIT && type === 'event' ? ('page_visit' as const) : type,
    title: title ?? name ?? ref?.id ?? id,
    detail,
    cause,
    refs: refs.filter((one) => one !== undefined),
  };
}
