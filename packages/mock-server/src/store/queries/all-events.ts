import { TIMELINE_EVENTS, WEBHOOK_EVENTS } from '@trickle/sdk/contract';
import { computed, json, number, text } from '../engine/column.ts';
import { searched } from '../engine/filter.ts';
import { type Page, type PageChoice, type Position, positionOf } from '../engine/page.ts';
import { type Cause, causeColumn } from '../engine/place.ts';
import { allOf, type Fragment, matching, sql } from '../engine/sql.ts';
import type { Transaction } from '../engine/store.ts';
import { type RowOf, table } from '../engine/table.ts';

/** The event of a custom event: the custom event itself is listed. */
const LISTED_AS_CUSTOM = 'subscriber.performed_custom_event';

/** The events of subscribers and visitors: those that webhooks report, custom events, and those that the service recorded. */
const allEvents = table(
  `(select account_id, seq, kind, action, subscriber_id, visitor_uuid, properties, occurred_at, parent from events
    union all
    select account_id, seq, cast('event' as text), event, subscriber_id, cast(null as text), properties, occurred_at, parent from domain_events
    where event <> '${LISTED_AS_CUSTOM}') as all_events`,
  {
    /** The number among all events, as text. */
    id: computed('seq', ({ seq }) => String(seq)),
    seq: number().hidden(),
    kind: text<'event' | 'custom' | 'timeline'>(),
    /** The action of a custom event, otherwise the name, as in `subscriber.created`. */
    action: text(),
    /** Null for an unidentified visitor. */
    subscriberId: text().orNull(),
    visitorUuid: text().orNull(),
    properties: json<Readonly<Record<string, unknown>>>(),
    /** ISO 8601. */
    occurredAt: text(),
    cause: causeColumn(),
  },
);
export interface AnyEvent extends RowOf<typeof allEvents> {}

/** A filter for events; absent members match all. */
interface AnyEventFilter {
  readonly action?: string | undefined;
  readonly subscriberId?: string | undefined;
  readonly source?: Cause['type'] | undefined;
  /** A part of the action, of a property, or of the subscriber's address, name or id; case-insensitive. */
  readonly search?: string | undefined;
  /** On `occurred_at`. */
  readonly conditions: readonly Fragment[];
}

/** The maximum number of rows that one page examines without an index. Such a page may be short although more rows follow. */
const SLICE = 10_000;

/** Reads a page of an account's events in the order in which they were recorded. */
export async function pageOfAllEvents(
  tx: Transaction,
  accountId: string,
  { action, subscriberId, source, search, conditions }: AnyEventFilter,
  choice: PageChoice,
): Promise<Page<AnyEvent>> {
  const kind = kindOf(action);
  const isNarrowed = source !== undefined || search !== undefined || conditions.length > 0;
  const isIndexed = subscriberId !== undefined || (kind === 'custom' && !isNarrowed);
  const end = isIndexed || choice.limit === undefined ? undefined : await endOfSlice(tx, accountId, choice);
  const where = { kind, action: action === LISTED_AS_CUSTOM ? undefined : action, subscriberId };
  const page = await allEvents.page(tx, accountId, where, {
    ...choice,
    conditions: [
      ...searched(accountId, search, { columns: ['action'], json: ['properties'] }),
      ...conditions,
      matching(`substr(parent, 1, ${source?.length})`, source),
      ...beyond(end, choice.isReversed ? '>=' : '<='),
    ],
  });
  return { ...page, next: page.next ?? end ?? null };
}

/** The kind of the events with an action; undefined if they have several. An index finds custom events by their actions. */
function kindOf(action: string | undefined): AnyEvent['kind'] | undefined {
  if (action === undefined || (TIMELINE_EVENTS as readonly string[]).includes(action)) return undefined;
  const isReported = (WEBHOOK_EVENTS as readonly string[]).includes(action);
  return isReported && action !== LISTED_AS_CUSTOM ? 'event' : 'custom';
}

/** The position of the last row that a page looks at; undefined if it may look at all. */
function endOfSlice(
  tx: Transaction,
  accountId: string,
  { after, isReversed = false }: PageChoice,
): Promise<Position | undefined> {
  const table =
    '(select account_id, seq from events union all select account_id, seq from domain_events) as slice';
  const where = allOf([sql`account_id = ${accountId}`, ...beyond(after, isReversed ? '<' : '>')]);
  return positionOf(tx, { table, where, key: ['seq'] }, SLICE, isReversed);
}

const beyond = (position: Position | undefined, comparison: '<' | '>' | '<=' | '>='): Fragment[] =>
  position ? [{ sql: `seq ${comparison} ?`, values: position }] : [];

export const findAnyEvent = async (
  tx: Transaction,
  accountId: string,
  id: string,
): Promise<AnyEvent | undefined> =>
  /^\d{1,15}$/.test(id) ? allEvents.find(tx, accountId, { seq: Number(id) }) : undefined;
