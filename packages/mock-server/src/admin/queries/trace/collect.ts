import type { StoredRow, Value } from '../../../store/engine/store.ts';
import type { Table } from '../../../store/engine/table.ts';
import { jobsOf } from '../../../store/queries/jobs.ts';
import { subscriptions } from '../../../store/tables/campaign-subscriptions.ts';
import { conversions } from '../../../store/tables/conversions.ts';
import { deliveries } from '../../../store/tables/deliveries.ts';
import { domainEvents } from '../../../store/tables/domain-events.ts';
import { events } from '../../../store/tables/events.ts';
import { formSubmissions } from '../../../store/tables/form-submissions.ts';
import { outbox } from '../../../store/tables/outbox.ts';
import { outcomes } from '../../../store/tables/outcomes.ts';
import { findRecord, type RecordRow } from '../../../store/tables/records.ts';
import { webhookDeliveries } from '../../../store/tables/webhook-deliveries.ts';
import { memberships } from '../../../store/tables/workflow-memberships.ts';
import type { AdminContext } from '../../scope.ts';
import {
  broadcastNode,
  conversionNode,
  emailNode,
  eventNode,
  isFrom,
  jobNode,
  mailNode,
  membershipNode,
  type Origin,
  outcomeNode,
  submissionNode,
  subscriptionNode,
  type TraceNode,
  timelineNode,
  webhookNodes,
} from './node.ts';

/** How many rows of a table are read at most. */
const MAX_ROWS = 5000;

/** How many ids a statement has. */
const CHUNK = 50;

/** Of how many subscribers and visitors the rows are read. */
const MAX_SUBSCRIBERS = 250;

/** How many emails of a broadcast are read. */
const MAX_EMAILS = 100;

/** The rows of a trace. */
export interface Collected {
  readonly nodes: readonly TraceNode[];
  /** Whether there are more rows than were read. */
  readonly isCut: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: the rows of a table go to the function beside it
type Source = readonly [table: Table<any>, column: string, toNodes: (row: any, stored: StoredRow) => Nodes];
type Nodes = readonly TraceNode[];

/** The tables with causes, and the indexed columns by which their rows are found. */
const SOURCES: readonly Source[] = [
  [domainEvents, 'subscriber_id', eventNode],
  [events, 'subscriber_id', timelineNode],
  [events, 'visitor_uuid', timelineNode],
  [conversions, 'subscriber_id', conversionNode],
  [conversions, 'visitor_uuid', conversionNode],
  [formSubmissions, 'subscriber_id', submissionNode],
  [deliveries, 'subscriber_id', emailNode],
  [webhookDeliveries, 'subscriber_id', webhookNodes],
  [subscriptions, 'subscriber_id', subscriptionNode],
  [memberships, 'subscriber_id', membershipNode],
  [outbox, 'delivery_id is null and subscriber_id', mailNode],
];

/** The tables that have the cause among the members that share a column. */
const WITH_DATA: ReadonlySet<unknown> = new Set([subscriptions, memberships, outbox]);

/** Reads all rows that began with the same, of some subscribers and visitors. */
export async function collect(
  context: AdminContext,
  origin: Origin,
  concerned: readonly string[],
): Promise<Collected> {
  const { tx, accountId } = context;
  const records = await inChunks(concerned, (ids) =>
    outcomes.allStored(tx, accountId, `request_id in (${PLACES}) order by seq limit ${MAX_ROWS}`, ...ids),
  );
  const requests = new Set(records.map(([{ requestId }]) => requestId));
  const inRecords = records.flatMap(([{ subscriberId }]) => subscriberId ?? []);
  const all = [...new Set([...concerned.filter((id) => !requests.has(id)), ...inRecords])];
  const subscribers = all.slice(0, MAX_SUBSCRIBERS);
  const lists: Nodes[] = [records.flatMap((row) => outcomeNode(...row))];
  for (const source of SOURCES) lists.push(await nodesOf(context, source, subscribers, origin));
  const jobs = await jobsOf(tx, accountId, patternOf(origin), MAX_ROWS);
  lists.push(jobs.flatMap((row) => jobNode(...row)));
  const { broadcasts, emails } = await broadcastsIn(context, subscribers);
  lists.push(emails.slice(0, MAX_EMAILS));
  const found = lists.flat().filter(({ cause }) => isFrom(origin, cause));
  const known = new Set(subscribers);
  const more = [...involvedIn(found), ...(await besideOf(context, origin, found))].filter(
    (id) => !known.has(id),
  );
  // The same with all of them, unless there are too many.
  if (more.length > 0 && subscribers.length < MAX_SUBSCRIBERS)
    return collect(context, origin, [...concerned, ...new Set(more)]);
  const nodes = new Map([...found, ...broadcasts].map((node) => [`${node.type} ${node.id}`, node]));
  const isCut =
    Math.max(all.length, subscribers.length + more.length) > MAX_SUBSCRIBERS || emails.length > MAX_EMAILS;
  return { nodes: [...nodes.values()], isCut: isCut || lists.some(({ length }) => length >= MAX_ROWS) };
}

/** The subscribers and broadcasts of rows. */
const involvedIn = (nodes: Nodes): string[] =>
  nodes.flatMap(({ subscriberId, cause }) => [
    ...(subscriberId === null ? [] : [subscriberId]),
    ...(cause?.type === 'broadcast' && cause.id !== null ? [cause.id] : []),
  ]);

/** Reads the rows of a table. */
async function nodesOf(
  { tx, accountId }: AdminContext,
  [table, column, toNodes]: Source,
  subscribers: readonly string[],
  origin: Origin,
): Promise<Nodes> {
  const text = WITH_DATA.has(table) ? 'data' : 'cause';
  const condition = `${column} in (${PLACES}) and instr(${text}, ?) > 0 limit ${MAX_ROWS}`;
  const rows = await inChunks(subscribers, (ids) =>
    table.allStored(tx, accountId, condition, ...ids, patternOf(origin)),
  );
  return rows.flatMap(([row, stored]) => toNodes(row, stored));
}

/** Reads the broadcasts among some records, and their first emails. */
async function broadcastsIn(context: AdminContext, ids: readonly string[]) {
  const { tx, accountId } = context;
  const broadcasts: TraceNode[] = [];
  const emails: TraceNode[] = [];
  const found = await inChunks(ids, (some) =>
    tx.all<{ id: string }>(
      `select id from broadcasts where account_id = ? and id in (${PLACES})`,
      accountId,
      ...some,
    ),
  );
  for (const { id } of found) {
    const broadcast = await findRecord(tx, accountId, 'broadcasts', id);
    if (broadcast === undefined) continue;
    const sent = await emailsOf(context, broadcast);
    emails.push(...sent);
    broadcasts.push(broadcastNode(broadcast, sent));
  }
  return { broadcasts, emails };
}

/** Reads the first emails of a broadcast, and one more if there are more. */
async function emailsOf(
  { tx, accountId }: AdminContext,
  { id, sendAt }: RecordRow<'broadcasts'>,
): Promise<TraceNode[]> {
  const condition = `broadcast_id = ? and sent_at >= ? order by sent_at, seq limit ${MAX_EMAILS + 1}`;
  const rows = await deliveries.allStored(tx, accountId, condition, id, sendAt ?? '');
  return rows.flatMap((row) => emailNode(...row));
}

/** How many rows before and after a found row are searched for other subscribers. */
const AROUND = 500;

/** The subscribers of rows that were written next to the found ones: the log does not know those of actions and of old requests. */
async function besideOf(
  { tx, accountId }: AdminContext,
  origin: Origin,
  found: readonly TraceNode[],
): Promise<string[]> {
  const numbers = found
    .filter(({ type, cause }) => type === 'event' && cause?.type === origin.type)
    .map(({ seq }) => seq);
  if (numbers.length === 0) return [];
  const rows = await domainEvents.all(
    tx,
    accountId,
    `seq >= ? and seq <= ? and instr(cause, ?) > 0 order by seq limit ${MAX_ROWS}`,
    Math.min(...numbers) - AROUND,
    Math.max(...numbers) + AROUND,
    patternOf(origin),
  );
  return rows.map(({ subscriberId }) => subscriberId);
}

/** What the JSON of a cause contains if it began with `origin`. */
const patternOf = ({ type, id }: Origin): string => JSON.stringify({ type, id }).slice(0, -1);

const PLACES = Array.from({ length: CHUNK }, () => '?').join(', ');

/** Reads rows by many ids, with one statement for each chunk. */
async function inChunks<Row>(
  ids: readonly string[],
  read: (ids: readonly Value[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let i = 0; i < ids.length && rows.length < MAX_ROWS; i += CHUNK) {
    const chunk = ids.slice(i, i + CHUNK);
    // Always as many values, so that it stays the same statement.
    rows.push(...(await read(Array.from({ length: CHUNK }, (_, j) => chunk[j] ?? chunk[0] ?? ''))));
  }
  return rows;
}
