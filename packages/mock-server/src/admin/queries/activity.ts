import type { Context } from '../../domain/context/context.ts';
import { findSubscriber } from '../../domain/records/find-subscriber.ts';
import { fromCursor, toCursor } from '../../shared/values/cursor.ts';
import type { Cause } from '../../store/engine/cause.ts';
import type { Page, PageChoice, Position } from '../../store/engine/page.ts';
import { type OrderRow, orders } from '../../store/tables/commerce.ts';
import { type ConversionRow, conversions } from '../../store/tables/conversions.ts';
import { type DeliveryRow, deliveries } from '../../store/tables/deliveries.ts';
import { domainEvents, eventId, type NumberedEvent } from '../../store/tables/domain-events.ts';
import { type EventRow, events } from '../../store/tables/events.ts';
import { type FormSubmissionRow, formSubmissions } from '../../store/tables/form-submissions.ts';
import { listRecords } from '../../store/tables/records.ts';
import { type WebhookDeliveryRow, webhookDeliveries } from '../../store/tables/webhook-deliveries.ts';
import { inAccount, type Scope } from '../scope.ts';

/** A record that a row of an activity leads to. */
export interface Reference {
  readonly type: string;
  readonly id: string;
}

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

/** One of the lists that the activity is merged from, newest first. */
interface Source {
  /** The number of columns that the list is sorted by. */
  readonly key: number;
  read(choice: PageChoice): Promise<Page<Placed>>;
}

/** An activity and its position in its list, which ends with the number of its row. */
interface Placed {
  readonly activity: Activity;
  readonly position: Position;
}

/** Events that another activity shows. */
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set([
  'subscriber.performed_custom_event',
  'subscriber.received_email',
]);

/** Reads a page of what happened to a subscriber, newest first. */
export function readActivity(
  scope: Scope,
  accountId: string | undefined,
  subscriberId: string,
  { limit = 100, cursor }: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
) {
  return inAccount(scope, accountId, true, async (context) => {
    const { id } = await findSubscriber(context, subscriberId);
    const sources = await sourcesOf(context, id);
    const positions = positionsIn(cursor, sources);
    const lists: (Placed & { readonly source: number })[][] = [];
    let isMore = false;
    for (const [source, { read }] of sources.entries()) {
      const after = positions[source] ?? undefined;
      const { rows, next } = await read({ limit, after, isReversed: true });
      lists.push(rows.map((row) => ({ ...row, source })));
      isMore ||= next !== null;
    }
    const found = inOrder(lists);
    const visible = found.filter(({ activity }) => !isShownElsewhere(activity));
    const end =
      visible.length > limit ? found.indexOf(visible[limit] as (typeof found)[number]) : found.length;
    for (const { source, position } of found.slice(0, end)) positions[source] = position;
    const hasNext = isMore || end < found.length;
    return {
      activity: visible.slice(0, limit).map(({ activity }) => activity),
      nextCursor: hasNext ? toCursor(sources.flatMap(({ key }, i) => positions[i] ?? blank(key))) : null,
    };
  });
}

/**
 * Merges lists, newest first. Times are whole seconds, and with a frozen clock everything has the same time, so the numbers of
 * the rows decide within a second. Each list keeps its order: a row that was recorded later comes later, even if its time is
 * earlier.
 */
function inOrder<Entry extends Placed>(lists: readonly (readonly Entry[])[]): Entry[] {
  const placed = lists.flatMap((list) => {
    let last: Place = [Number.NEGATIVE_INFINITY, 0];
    const fromOldest = list.toReversed().map((entry) => {
      const place = placeOf(entry);
      if (compare(place, last) > 0) last = place;
      return { entry, place: last };
    });
    return fromOldest.reverse();
  });
  return placed.sort((one, other) => compare(other.place, one.place)).map(({ entry }) => entry);
}

/** A second, and the number of a row that was written in it. */
type Place = readonly [second: number, number: number];

const placeOf = ({ activity: { at }, position }: Placed): Place => [
  Math.floor(Date.parse(at) / 1000),
  Number(position.at(-1)),
];

const compare = ([second, number]: Place, [otherSecond, otherNumber]: Place): number =>
  second === otherSecond ? number - otherNumber : second - otherSecond;

const isShownElsewhere = ({ type, title }: Activity) => type === 'event' && SHOWN_ELSEWHERE.has(title);

const blank = (key: number): Position => Array.from({ length: key }, () => null);

/** The positions in a cursor by source; null for a list that was not read yet. */
function positionsIn(cursor: string | undefined, sources: readonly Source[]): (Position | null)[] {
  if (cursor === undefined) return sources.map(() => null);
  const values = fromCursor(
    cursor,
    sources.reduce((sum, { key }) => sum + key, 0),
  );
  let start = 0;
  return sources.map(({ key }) => {
    const position = values.slice(start, start + key);
    start += key;
    return position[0] === null ? null : position;
  });
}

const refsOf = (cause: Cause | null, ...own: readonly (Reference | null)[]): Reference[] => {
  const led = cause?.id && cause.type !== 'admin' ? [{ type: cause.type, id: cause.id }] : [];
  return [...own.filter((one) => one !== null), ...led];
};

const ref = (type: string, id: string | null): Reference | null => (id === null ? null : { type, id });

/** Makes a source from a list and the activities of its rows. */
const sourceOf = <Row>(
  key: number,
  read: (choice: PageChoice) => Promise<Page<Row>>,
  toActivity: (row: Row) => Activity,
): Source => ({
  key,
  async read(choice) {
    const { rows, positions, next } = await read(choice);
    const placed = rows.map((row, i) => ({ activity: toActivity(row), position: positions[i] ?? [] }));
    return { rows: placed, positions, next };
  },
});

async function sourcesOf(context: Context, subscriberId: string): Promise<Source[]> {
  const { tx, accountId } = context;
  const goals = await namesOf(context, 'goals');
  const forms = await namesOf(context, 'forms');
  const filter = { subscriberId };
  return [
    sourceOf(1, (choice) => domainEvents.page(tx, accountId, filter, choice), ofEvent),
    sourceOf(2, (choice) => events.page(tx, accountId, filter, choice), ofTimeline),
    sourceOf(1, (choice) => deliveries.page(tx, accountId, filter, choice), ofEmail),
    sourceOf(1, (choice) => webhookDeliveries.page(tx, accountId, filter, choice), ofWebhookDelivery),
    sourceOf(
      1,
      (choice) => conversions.page(tx, accountId, filter, choice),
      (row) => ofConversion(row, goals),
    ),
    sourceOf(
      1,
      (choice) => formSubmissions.page(tx, accountId, filter, choice),
      (row) => ofSubmission(row, forms),
    ),
    sourceOf(1, (choice) => orders.page(tx, accountId, filter, choice), ofOrder),
  ];
}

type Names = ReadonlyMap<string, string>;

async function namesOf({ tx, accountId }: Context, table: 'goals' | 'forms'): Promise<Names> {
  const { rows } = await listRecords(tx, accountId, table);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const ofEvent = ({ seq, event, properties, occurredAt: at, cause }: NumberedEvent): Activity => ({
  id: eventId(seq),
  at,
  type: event === 'subscriber.visited_page' ? 'page_visit' : 'event',
  title: event === 'subscriber.visited_page' ? String(properties.url ?? event) : event,
  detail: { seq, event, properties },
  cause,
  refs: refsOf(cause, ref('campaign', idIn(properties.campaign_id))),
});

const idIn = (value: unknown) => (typeof value === 'string' ? value : null);

const ofTimeline = (row: EventRow): Activity => ({
  id: row.id,
  at: row.occurredAt,
  type: row.kind === 'custom' ? 'custom_event' : 'timeline_event',
  title: row.action,
  detail: { action: row.action, properties: row.properties, visitorUuid: row.visitorUuid },
  cause: row.cause,
  refs: refsOf(row.cause),
});

function ofEmail({
  id,
  sentAt: at,
  emailSubject: title,
  cause,
  subscriberId,
  ...detail
}: DeliveryRow): Activity {
  const { campaignId, broadcastId, workflowId } = detail;
  const mailing = [ref('campaign', campaignId), ref('broadcast', broadcastId), ref('workflow', workflowId)];
  const own = mailing.filter((one) => one?.id !== cause?.id);
  return { id, at, type: 'email', title, detail, cause, refs: refsOf(cause, ref('email', id), ...own) };
}

const ofWebhookDelivery = (row: WebhookDeliveryRow): Activity => ({
  id: row.id,
  at: new Date(row.createdAt).toISOString(),
  type: 'webhook_delivery',
  title: `${row.event} to ${row.url}`,
  detail: {
    webhookId: row.webhookId,
    event: row.event,
    url: row.url,
    state: row.state,
    attempts: row.attempts.length,
    eventSeq: row.eventSeq,
  },
  cause: row.cause,
  refs: refsOf(row.cause, ref('webhook_delivery', row.id)),
});

const ofConversion = (row: ConversionRow, goals: Names): Activity => ({
  id: row.id,
  at: row.occurredAt,
  type: 'conversion',
  title: goals.get(row.goalId) ?? row.goalId,
  detail: { goalId: row.goalId, value: row.value, visitorUuid: row.visitorUuid },
  cause: row.cause,
  refs: refsOf(row.cause, ref('goal', row.goalId)),
});

const ofSubmission = (row: FormSubmissionRow, forms: Names): Activity => ({
  id: row.id,
  at: row.submittedAt,
  type: 'form_submission',
  title: forms.get(row.formId) ?? row.formId,
  detail: { formId: row.formId, url: row.url, visitorUuid: row.visitorUuid },
  cause: row.cause,
  refs: refsOf(row.cause, ref('form', row.formId)),
});

const ofOrder = ({ id, api, provider, externalId, data }: OrderRow): Activity => ({
  id,
  at: data.originatedAt,
  type: 'order',
  title: externalId ?? id,
  detail: { api, provider, externalId, worth: data.worth, attributes: data.attributes },
  cause: null,
  refs: refsOf(null, ref('order', id)),
});
