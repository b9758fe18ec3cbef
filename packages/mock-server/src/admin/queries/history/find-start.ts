import { NotFoundError } from '../../../domain/errors.ts';
import { nameOf, rowAbove } from '../../../store/engine/place.ts';
import { type Fragment, sql } from '../../../store/engine/sql.ts';
import { orders } from '../../../store/tables/commerce.ts';
import { events } from '../../../store/tables/events.ts';
import { findRecord } from '../../../store/tables/records.ts';
import { findSubscriberBy } from '../../../store/tables/subscribers.ts';
import type { AdminContext } from '../../scope.ts';
import type { Item } from './items.ts';
import { readFrom, SOURCES } from './sources.ts';

/** The row that a trace was asked for. */
export type Start = Pick<Item, 'root' | 'name' | 'parent' | 'subscriberId'>;

const HINT =
  'Pass the id of a recorded request, an email, a webhook delivery, an event, a conversion, a form submission, an order, a job, a broadcast, a campaign subscription or a workflow membership, or the address of a subscriber with a history.';

/** Finds a row by its id, or the newest row of a subscriber. Throws a `NotFoundError` if there is none. */
export async function findStart(context: AdminContext, id: string): Promise<Start> {
  const found =
    (await findById(context, id)) ??
    (await findBroadcast(context, id)) ??
    (await findPast(context, id)) ??
    (await findOrder(context, id)) ??
    (await findNewest(context, id));
  if (found) return found;
  throw new NotFoundError('row of a trace', `${id}. ${HINT}`);
}

/** Finds a row by its id, or the whole of a part, such as an attempt of a delivery. */
export async function findById(context: AdminContext, given: string): Promise<Start | undefined> {
  const id = given.replace(/#\d+$/, '');
  for (const source of SOURCES) {
    const { withId = (id) => sql`id = ${id}` } = source;
    const condition = withId(id);
    const [found] = condition ? await readFrom(context, source, sql`${condition} limit 1`) : [];
    if (found) return found[0];
  }
  return undefined;
}

/** By one of its emails or its next job. */
async function findBroadcast(context: AdminContext, id: string): Promise<Start | undefined> {
  const name = nameOf('broadcast', id);
  const isThere = await findRecord(context.tx, context.accountId, 'broadcasts', id);
  const found = isThere && (await newest(context, sql`parent = ${name}`));
  return found && { ...found, name, parent: null, subscriberId: null };
}

/** A stay on a workflow that is over, by what its newest step did. */
async function findPast(context: AdminContext, id: string): Promise<Start | undefined> {
  const end = id.lastIndexOf('/');
  const prefix = `${nameOf('workflow', id.slice(0, Math.max(0, end)))} `;
  const ofSteps = sql`subscriber_id = ${id.slice(end + 1)} and substr(parent, 1, ${prefix.length}) = ${prefix}`;
  const found = end < 0 ? undefined : await newest(context, ofSteps, OF_SUBSCRIBERS);
  return (
    found && {
      ...found,
      name: rowAbove(found),
      parent: found.parent?.slice(0, -rowAbove(found).length - 1) ?? null,
    }
  );
}

/** By its newest event on the timeline. */
async function findOrder(context: AdminContext, id: string): Promise<Start | undefined> {
  const { tx, accountId } = context;
  const order = await orders.find(tx, accountId, { id });
  if (!order) return undefined;
  const { subscriberId, api, provider, externalId } = order;
  const ofService = sql`subscriber_id = ${subscriberId} and kind = 'timeline' order by seq desc limit 1000`;
  const key = api === 'v2' ? 'upstream_id' : 'order_id';
  const report = (await events.all(tx, accountId, ofService)).find(
    ({ properties }) =>
      (properties.provider ?? null) === provider && (properties[key] ?? null) === externalId,
  );
  return report && findById(context, report.id);
}

async function findNewest(context: AdminContext, idOrEmail: string): Promise<Start | undefined> {
  const { tx, accountId } = context;
  const key = idOrEmail.includes('@') ? 'email' : 'id';
  const subscriber = await findSubscriberBy(tx, accountId, key, idOrEmail);
  return subscriber && newest(context, sql`subscriber_id = ${subscriber.id}`, OF_SUBSCRIBERS);
}

const OF_SUBSCRIBERS = SOURCES.filter(({ isOfNobody }) => !isOfNobody);

/** The newest item of some tables that meets a condition. */
async function newest(
  context: AdminContext,
  condition: Fragment,
  sources = SOURCES,
): Promise<Item | undefined> {
  const found: Item[] = [];
  for (const source of sources) {
    const [row] = await readFrom(context, source, sql`${condition} order by seq desc limit 1`);
    if (row) found.push(row[0]);
  }
  return found.sort((one, other) => (other.seq ?? 0) - (one.seq ?? 0))[0];
}
