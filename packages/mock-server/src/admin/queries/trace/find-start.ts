import { NotFoundError } from '../../../domain/errors.ts';
import type { Cause } from '../../../store/engine/cause.ts';
import type { StoredRow, Value } from '../../../store/engine/store.ts';
import type { Table } from '../../../store/engine/table.ts';
import { findJob } from '../../../store/queries/jobs.ts';
import { subscriptions } from '../../../store/tables/campaign-subscriptions.ts';
import { orders } from '../../../store/tables/commerce.ts';
import { conversions } from '../../../store/tables/conversions.ts';
import { deliveries } from '../../../store/tables/deliveries.ts';
import { domainEvents, eventId } from '../../../store/tables/domain-events.ts';
import { events } from '../../../store/tables/events.ts';
import { formSubmissions } from '../../../store/tables/form-submissions.ts';
import { outbox } from '../../../store/tables/outbox.ts';
import { outcomes } from '../../../store/tables/outcomes.ts';
import { findRecord } from '../../../store/tables/records.ts';
import { findSubscriberBy } from '../../../store/tables/subscribers.ts';
import { webhookDeliveries } from '../../../store/tables/webhook-deliveries.ts';
import { memberships } from '../../../store/tables/workflow-memberships.ts';
import type { AdminContext } from '../../scope.ts';

/** The row that a trace was asked for. */
export interface Start {
  /** The id of the row in the trace, if it has one. */
  readonly id: string;
  readonly cause: Cause | null;
  /** Whom or what it is about. */
  readonly concerned: readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: any table with these columns
type AnyTable = Table<any>;

/** The tables with causes whose rows belong to subscribers. */
const OF_SUBSCRIBERS: readonly AnyTable[] = [
  domainEvents,
  events,
  conversions,
  formSubmissions,
  deliveries,
  webhookDeliveries,
];

/** The tables whose rows have ids. */
const WITH_IDS: readonly AnyTable[] = [
  deliveries,
  outbox,
  webhookDeliveries,
  events,
  conversions,
  formSubmissions,
];

const startOf = (id: string, cause: unknown, ...concerned: unknown[]): Start => ({
  id,
  cause: (cause ?? null) as Cause | null, // of a row
  concerned: concerned.filter((one) => typeof one === 'string'),
});

/** Finds a row by its id, or the newest row of a subscriber. Throws a `NotFoundError` if there is none. */
export async function findStart(context: AdminContext, given: string): Promise<Start> {
  const id = given.trim().replace(/#\d+$/, ''); // a part, as an attempt of a delivery
  const found =
    (await findEvent(context, id)) ??
    (await findById(context, id)) ??
    (await findMembership(context, id)) ??
    (await findOrder(context, id)) ??
    (await findBackground(context, id)) ??
    (await findNewest(context, id));
  if (found) return id === given.trim() || found.id !== id ? found : { ...found, id: given.trim() };
  throw new NotFoundError('row of a trace', `${given}. ${HINT}`);
}

const HINT =
  'Pass the id of a recorded request, an email, a webhook delivery, an event, a conversion, a form submission, an order, a job, a broadcast, a campaign subscription or a workflow membership, or the address of a subscriber with a history.';

async function findEvent({ tx, accountId }: AdminContext, id: string): Promise<Start | undefined> {
  const [, number] = /^event-(\d{1,15})$/.exec(id) ?? [];
  if (number === undefined) return undefined;
  const row = await domainEvents.get(tx, accountId, 'seq = ?', Number(number));
  return row && startOf(eventId(row.seq), row.cause, row.subscriberId);
}

async function findById({ tx, accountId }: AdminContext, id: string): Promise<Start | undefined> {
  for (const table of WITH_IDS) {
    const row = await table.find(tx, accountId, { id });
    if (row) return startOf(id, row.cause, row.subscriberId, row.visitorUuid);
  }
  const subscription = await subscriptions.find(tx, accountId, { id });
  return subscription && startOf(id, subscription.data.cause, subscription.subscriberId);
}

/** By the ids of the workflow and the subscriber. Once the subscriber has left, by what the newest step did. */
async function findMembership(context: AdminContext, id: string): Promise<Start | undefined> {
  const [, workflowId = '', subscriberId = ''] = /^([^/]+)\/([^/]+)$/.exec(id) ?? [];
  if (workflowId === '') return undefined;
  const { tx, accountId } = context;
  const membership = await memberships.find(tx, accountId, { workflowId, subscriberId });
  if (membership) return startOf(id, membership.cause, subscriberId);
  const text = JSON.stringify({ type: 'workflow', id: workflowId }).slice(0, -1);
  const newest = await newestOf(context, subscriberId, text);
  return newest && { ...newest, id };
}

/** By its newest event on the timeline. */
async function findOrder({ tx, accountId }: AdminContext, id: string): Promise<Start | undefined> {
  const order = await orders.find(tx, accountId, { id });
  if (!order) return undefined;
  const { subscriberId, api, provider, externalId } = order;
  const reports = await events.all(
    tx,
    accountId,
    "subscriber_id = ? and kind = 'timeline' order by seq desc limit 1000",
    subscriberId,
  );
  const key = api === 'v2' ? 'upstream_id' : 'order_id';
  const report = reports.find(
    ({ properties }) =>
      (properties.provider ?? null) === provider && (properties[key] ?? null) === externalId,
  );
  return report && startOf(report.id, report.cause, subscriberId);
}

/** A job, a request that is processed in the background, or a broadcast. */
async function findBackground({ tx, accountId }: AdminContext, id: string): Promise<Start | undefined> {
  const job = await findJob(tx, accountId, id);
  if (job) {
    const { deliveryId, subscriberId, workflowId } = job.payload as Readonly<Record<string, unknown>>; // an object
    const delivery =
      deliveryId === undefined
        ? undefined
        : await webhookDeliveries.find(tx, accountId, { id: String(deliveryId) });
    if (delivery) return startOf(delivery.id, delivery.cause, delivery.subscriberId);
    if (job.kind === 'workflow_steps') {
      const membership = await memberships.find(tx, accountId, {
        workflowId: String(workflowId),
        subscriberId: String(subscriberId),
      });
      if (membership) return startOf(`${workflowId}/${subscriberId}`, membership.cause, subscriberId);
    }
    return startOf(id, job.cause, subscriberId, id);
  }
  const [outcome] = await outcomes.all(tx, accountId, 'request_id = ? order by position limit 1', id);
  if (outcome) return startOf(id, outcome.cause, id);
  if (!(await findRecord(tx, accountId, 'broadcasts', id))) return undefined;
  const [email] = await deliveries.all(tx, accountId, 'broadcast_id = ? order by seq desc limit 1', id);
  return email && startOf(id, email.cause, id);
}

/** The newest row of a subscriber, by the id or email address. */
async function findNewest(context: AdminContext, idOrEmail: string): Promise<Start | undefined> {
  const { tx, accountId } = context;
  const key = idOrEmail.includes('@') ? 'email' : 'id';
  const subscriber = await findSubscriberBy(tx, accountId, key, idOrEmail);
  return subscriber && newestOf(context, subscriber.id, '');
}

/** The newest row of a subscriber whose cause contains a text. */
export async function newestOf(
  { tx, accountId }: AdminContext,
  subscriberId: string,
  text: string,
): Promise<Start | undefined> {
  const values: readonly Value[] = [subscriberId, text];
  let newest: { readonly start: Start; readonly seq: number } | undefined;
  for (const table of OF_SUBSCRIBERS) {
    const condition = 'subscriber_id = ? and instr(cause, ?) > 0 order by seq desc limit 1';
    const [first] = await table.allStored(tx, accountId, condition, ...values);
    if (first === undefined) continue;
    const [row, stored] = first as readonly [{ readonly cause: unknown }, StoredRow]; // of a table with causes
    const seq = Number(stored.seq);
    const id = table === domainEvents ? eventId(seq) : String(stored.id);
    if (newest === undefined || seq > newest.seq)
      newest = { seq, start: startOf(id, row.cause, subscriberId) };
  }
  return newest?.start;
}
