import type { Context } from '../../domain/context/context.ts';
import { findSubscriber } from '../../domain/records/subscriber.ts';
import { fromCursor, toCursor } from '../../shared/values/cursor.ts';
import { isoTime } from '../../shared/values/time.ts';
import type { Cause } from '../../store/engine/place.ts';
import type { StoredRow } from '../../store/engine/store.ts';
import type { Table } from '../../store/engine/table.ts';
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

/** An activity and its position in the list: its second since 1970, and the number of its row. */
interface Placed {
  readonly activity: Activity;
  readonly position: Position;
}

type Position = readonly [second: number, number: number];

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
    const found: Placed[] = [];
    for (const source of await sourcesOf(context)) {
      found.push(...(await read(context, source, { subscriberId: id, before, limit: limit + 1 })));
    }
    found.sort((one, other) => compare(other.position, one.position));
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return {
      activity: page.map(({ activity }) => activity),
      nextCursor: last && found.length > limit ? toCursor(last.position) : null,
    };
  });
}

const compare = (one: Position, other: Position): number => one[0] - other[0] || one[1] - other[1];

/** A table with rows of subscribers. */
interface Source {
  // biome-ignore lint/suspicious/noExplicitAny: the rows of the table go to the function beside it
  readonly table: Table<any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly toActivity: (row: any) => Activity;
  /** The column with the time: text, or milliseconds. Undefined if the time has no column. */
  readonly time?: string;
  readonly isInMilliseconds?: true;
  /** The condition for the rows that are shown. Default: all. */
  readonly shown?: string;
}

/** Reads the rows of a subscriber that happened before a position, newest first. */
async function read(
  { tx, accountId }: Context,
  { table, toActivity, time, isInMilliseconds, shown = 'true' }: Source,
  { subscriberId, before, limit }: { subscriberId: string; before: Position | undefined; limit: number },
): Promise<Placed[]> {
  const isBefore = (one: Placed) => before === undefined || compare(one.position, before) < 0;
  const toPlaced = ([row, { seq }]: readonly [unknown, StoredRow]): Placed => {
    const activity = toActivity(row);
    return { activity, position: [Math.floor(Date.parse(activity.at) / 1000), Number(seq)] };
  };
  const own = `subscriber_id = ? and ${shown}`;
  if (time === undefined) {
    return (await table.allStored(tx, accountId, own, subscriberId)).map(toPlaced).filter(isBefore);
  }
  const second = isInMilliseconds ? `${time} / 1000` : time;
  const after = before && [isInMilliseconds ? before[0] : isoTime(before[0] * 1000), before[1]];
  const condition = `${own} ${after ? `and (${second}, seq) < (?, ?)` : ''} order by ${second} desc, seq desc limit ?`;
  const rows = await table.allStored(tx, accountId, condition, subscriberId, ...(after ?? []), limit);
  return rows.map(toPlaced);
}

async function sourcesOf(context: Context): Promise<Source[]> {
  const goals = await namesOf(context, 'goals');
  const forms = await namesOf(context, 'forms');
  // Other activities show these.
  const shown = "event not in ('subscriber.performed_custom_event', 'subscriber.received_email')";
  return [
    { table: domainEvents, time: 'occurred_at', toActivity: ofEvent, shown },
    { table: events, time: 'occurred_at', toActivity: ofTimeline },
    { table: deliveries, time: 'sent_at', toActivity: ofEmail },
    { table: webhookDeliveries, time: 'created_at', isInMilliseconds: true, toActivity: ofWebhookDelivery },
    {
      table: conversions,
      time: 'occurred_at',
      toActivity: (row: ConversionRow) => ofConversion(row, goals),
    },
    {
      table: formSubmissions,
      time: 'submitted_at',
      toActivity: (row: FormSubmissionRow) => ofSubmission(row, forms),
    },
    { table: orders, toActivity: ofOrder },
  ];
}

const refsOf = (cause: Cause | null, ...own: readonly (Reference | null)[]): Reference[] => {
  const led = cause?.id && cause.type !== 'admin' ? [{ type: cause.type, id: cause.id }] : [];
  return [...own.filter((one) => one !== null), ...led];
};

const ref = (type: string, id: string | null): Reference | null => (id === null ? null : { type, id });

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
