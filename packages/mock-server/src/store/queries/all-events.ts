import { TIMELINE_EVENTS, WEBHOOK_EVENTS } from '@trickle/sdk/contract';
import { searched } from '../engine/filter.ts';
import { type Page, type PageChoice, type Position, positionOf, selectPage } from '../engine/page.ts';
import type { Cause } from '../engine/place.ts';
import { allOf, type Fragment, matching, sql } from '../engine/sql.ts';
import type { StoredRow, Transaction } from '../engine/store.ts';
import { domainEvents } from '../tables/domain-events.ts';
import { events } from '../tables/events.ts';

/** The event of a custom event: the custom event itself is listed. */
const LISTED_AS_CUSTOM = 'subscriber.performed_custom_event';

/** An event of a subscriber or a visitor: one that webhooks report, a custom event, or one that the service recorded. */
export interface AnyEvent {
  /** The number among all events, as text. */
  readonly id: string;
  readonly kind: 'event' | 'custom' | 'timeline';
  /** The action of a custom event, otherwise the name, as in `subscriber.created`. */
  readonly action: string;
  /** Null for an unidentified visitor. */
  readonly subscriberId: string | null;
  readonly visitorUuid: string | null;
  readonly properties: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly occurredAt: string;
  /** The cause; null when unknown. */
  readonly cause: Cause | null;
}

/** A filter for events; absent members match all. */
export interface AnyEventFilter {
  readonly action?: string | undefined;
  readonly subscriberId?: string | undefined;
  readonly source?: Cause['type'] | undefined;
  /** A part of the action, of a property, or of the subscriber's address, name or id; case-insensitive. */
  readonly search?: string | undefined;
  /** On `occurred_at`. */
  readonly conditions?: readonly Fragment[] | undefined;
}

/** The conditions that both tables share; the column `name` has the name of the event. */
const shared = (
  accountId: string,
  name: string,
  { subscriberId, source, search, conditions = [] }: AnyEventFilter,
) => [
  sql`account_id = ${accountId}`,
  ...searched(accountId, search, { columns: [name], json: ['properties'] }),
  ...conditions,
  matching('subscriber_id', subscriberId),
  matching(`substr(parent, 1, ${source?.length})`, source),
];

/** The most rows of each table that one page looks at without an index. It may be short although others follow. */
const SLICE = 10_000;

/** Reads a page of an account's events in the order in which they were recorded. */
export async function pageOfAllEvents(
  tx: Transaction,
  accountId: string,
  filter: AnyEventFilter,
  choice: PageChoice,
): Promise<Page<AnyEvent>> {
  const { limit = Number.POSITIVE_INFINITY, isReversed = false } = choice;
  const { action, subscriberId, source, search, conditions = [] } = filter;
  const isNarrowed = source !== undefined || search !== undefined || conditions.length > 0;
  const isWalk = subscriberId === undefined && (isNarrowed || isReported(filter) || isOfService(action));
  const slice = isWalk && choice.limit !== undefined ? await endOfSlice(tx, accountId, choice) : undefined;
  const recorded = await recordedPage(tx, accountId, filter, { ...choice, end: slice });
  // The rows behind the page are not read: an account may have many custom events, and no other event between them.
  const end = recorded.next ?? slice;
  const reported = await reportedPage(tx, accountId, filter, { ...choice, end });
  const sign = isReversed ? -1 : 1;
  const rows = [...recorded.rows, ...reported.rows].sort(
    (one, other) => sign * (Number(one.id) - Number(other.id)),
  );
  const shown = rows.slice(0, limit);
  const positions = shown.map(({ id }): Position => [Number(id)]);
  const isMore = rows.length > shown.length || recorded.next !== null || reported.next !== null;
  return { rows: shown, positions, next: (isMore ? positions.at(-1) : slice) ?? null };
}

const isReported = ({ action }: AnyEventFilter): boolean =>
  (WEBHOOK_EVENTS as readonly (string | undefined)[]).includes(action) && action !== LISTED_AS_CUSTOM;

const isOfService = (action: string | undefined): boolean =>
  (TIMELINE_EVENTS as readonly (string | undefined)[]).includes(action);

/** The position of the last row that a page looks at; undefined if it may look at all. */
async function endOfSlice(
  tx: Transaction,
  accountId: string,
  { after, isReversed = false }: PageChoice,
): Promise<Position | undefined> {
  const where = allOf([sql`account_id = ${accountId}`, ...beyond(after, isReversed ? '<' : '>')]);
  const ends: number[] = [];
  for (const { name } of [events, domainEvents]) {
    const end = await positionOf(tx, { ...KEY, table: name, where, columns: 'seq' }, SLICE, isReversed);
    if (end) ends.push(Number(end[0]));
  }
  if (ends.length === 0) return undefined;
  return [isReversed ? Math.max(...ends) : Math.min(...ends)];
}

const KEY = { key: ['seq'], toRow: (stored: StoredRow) => stored };

const beyond = (position: Position | undefined, comparison: '<' | '>' | '<=' | '>='): Fragment[] =>
  position ? [{ sql: `seq ${comparison} ?`, values: position }] : [];

interface PageUpTo extends PageChoice {
  readonly end: Position | undefined;
}

const NO_PAGE = { rows: [], positions: [], next: null };

/** Events of callers and of the service. */
async function recordedPage(
  tx: Transaction,
  accountId: string,
  filter: AnyEventFilter,
  { end, ...choice }: PageUpTo,
): Promise<Page<AnyEvent>> {
  const { action } = filter;
  if (isReported(filter)) return NO_PAGE;
  const where = allOf([
    ...shared(accountId, 'action', filter),
    // Only callers record other actions, which an index finds together with their kind.
    ...(isOfService(action) || action === undefined ? [] : [sql`kind = 'custom'`]),
    matching('action', action === LISTED_AS_CUSTOM ? undefined : action),
    ...beyond(end, choice.isReversed ? '>=' : '<='),
  ]);
  const columns = `seq, ${events.selection}`;
  const toRow = (stored: StoredRow) => ({ ...events.toRow(stored), id: String(stored.seq) });
  return selectPage(tx, { ...KEY, columns, table: events.name, where, toRow }, choice);
}

async function reportedPage(
  tx: Transaction,
  accountId: string,
  filter: AnyEventFilter,
  { end, ...choice }: PageUpTo,
): Promise<Page<AnyEvent>> {
  const { action } = filter;
  if (action !== undefined && !isReported(filter)) return NO_PAGE;
  const where = allOf([
    ...shared(accountId, 'event', filter),
    action === undefined ? sql`event <> ${LISTED_AS_CUSTOM}` : sql`event = ${action}`,
    ...beyond(end, choice.isReversed ? '>=' : '<='),
  ]);
  const columns = domainEvents.selection;
  return selectPage(tx, { ...KEY, columns, table: domainEvents.name, where, toRow: toAnyEvent }, choice);
}

function toAnyEvent(stored: StoredRow): AnyEvent {
  const { seq, event: action, accountId: _, ...event } = domainEvents.toRow(stored);
  return { ...event, id: String(seq), kind: 'event', action, visitorUuid: null };
}

export async function findAnyEvent(
  tx: Transaction,
  accountId: string,
  id: string,
): Promise<AnyEvent | undefined> {
  const number = /^\d{1,15}$/.test(id) ? Number(id) : 0;
  const before = { after: [number - 1], limit: 1 };
  const { rows } = await pageOfAllEvents(tx, accountId, {}, before);
  return rows.find((event) => event.id === id);
}
