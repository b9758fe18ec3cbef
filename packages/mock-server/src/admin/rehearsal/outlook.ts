import type { WebhookEvent } from '@trickle/sdk/contract';
import { tryParseJson } from '../../shared/values/parse-json.ts';
import type { Cause } from '../../store/engine/cause.ts';
import type { Table } from '../../store/engine/schema.ts';
import type { Rows, StoredRow } from '../../store/engine/store.ts';
import type { MailPurpose } from '../../store/tables/outbox.ts';
import type { EmailPlan, EntryPlan, Plan, WebhookPlan } from './plan.ts';

/** The rows of an account before the program, and at the end of the days ahead with and without it. */
export interface Futures {
  readonly before: Rows;
  readonly withProgram: Rows;
  readonly withoutProgram: Rows;
}

const MAX_EXAMPLES = 10;

/** What happens because of the program: what happens with it, except what happens without it too. */
export function outlookOf(futures: Futures): Pick<Plan, 'entries' | 'emails' | 'others' | 'webhooks'> {
  const { withProgram } = futures;
  const sends = changeOf(futures, sendsIn, ({ key, recipient }) => `${key}\n${recipient}`);
  const entries = changeOf(futures, entriesIn, ({ key, subscriberId }) => `${key}\n${subscriberId}`);
  const notifications = changeOf(
    futures,
    notificationsIn,
    ({ key, subscriberId }) => `${key}\n${subscriberId}`,
  );
  const addresses = new Map((withProgram.subscribers ?? []).map(({ id, email }) => [id, String(email)]));
  return {
    entries: entryPlans(entries.more, addresses),
    emails: emailsOf(sends, subjectsIn(withProgram, futures.before)),
    others: sends.same,
    webhooks: webhooksOf(notifications.more),
  };
}

/** The items that only one of two futures has, and the number of those that both have. */
interface Change<Item> {
  readonly more: readonly Item[];
  readonly fewer: readonly Item[];
  readonly same: number;
}

function changeOf<Item>(
  { before, withProgram, withoutProgram }: Futures,
  read: (rows: Rows, before: Rows) => readonly Item[],
  keyOf: (item: Item) => string,
): Change<Item> {
  const [present, absent] = [read(withProgram, before), read(withoutProgram, before)];
  const more = remaining(present, absent, keyOf);
  return { more, fewer: remaining(absent, present, keyOf), same: present.length - more.length };
}

/** The items that others have no counterpart of. */
function remaining<Item>(
  items: readonly Item[],
  others: readonly Item[],
  keyOf: (item: Item) => string,
): Item[] {
  const counts = new Map<string, number>();
  for (const item of others) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return items.filter((item) => {
    const count = counts.get(keyOf(item)) ?? 0;
    counts.set(keyOf(item), count - 1);
    return count <= 0;
  });
}

const newRows = (table: Table, rows: Rows, before: Rows): readonly StoredRow[] => {
  const ids = new Set((before[table] ?? []).map(({ id }) => id));
  return (rows[table] ?? []).filter(({ id }) => !ids.has(id));
};

/** The record of an id, by the column that refers to it. */
const nameOf = (rows: Rows, table: Table, id: unknown) =>
  String(rows[table]?.find((row) => row.id === id)?.name ?? id);

/** An email that was sent. */
interface Send {
  readonly kind: MailPurpose;
  readonly name: string;
  /** The id of the email; undefined for one that belongs to no mailing. */
  readonly emailId: string | undefined;
  /** Mailing and email. */
  readonly key: string;
  readonly recipient: string;
  readonly sentAt: string;
}

const MAILINGS = [
  ['campaign', 'campaigns', 'campaign_id'],
  ['broadcast', 'broadcasts', 'broadcast_id'],
  ['workflow', 'workflows', 'workflow_id'],
] as const;

function sendsIn(rows: Rows, before: Rows): Send[] {
  const names = new Map<string, string>();
  const ofMailings = newRows('deliveries', rows, before).flatMap((row): Send[] => {
    const mailing = MAILINGS.find(([, , column]) => row[column] !== null);
    if (!mailing) return [];
    const [kind, table, column] = mailing;
    const key = `${kind} ${row[column]} ${row.email_id}`;
    const name = names.get(key) ?? nameOf(rows, table, row[column]);
    names.set(key, name);
    const [emailId, recipient] = [String(row.email_id), String(row.subscriber_id)];
    return [{ kind, name, emailId, key, recipient, sentAt: String(row.sent_at) }];
  });
  const ofService = newRows('outbox', rows, before).flatMap((row): Send[] => {
    if (row.delivery_id !== null) return [];
    const { purpose: kind } = tryParseJson(String(row.data)) as { readonly purpose: MailPurpose }; // the outbox wrote it
    return [
      {
        ...{ kind, name: '', emailId: undefined, key: kind },
        ...{ recipient: String(row.recipient), sentAt: String(row.sent_at) },
      },
    ];
  });
  return [...ofMailings, ...ofService];
}

function emailsOf({ more, fewer }: Change<Send>, subjects: ReadonlyMap<string, string>): EmailPlan[] {
  const groups = Map.groupBy([...more, ...fewer], ({ key }) => key);
  const lost = new Set(fewer);
  return Array.from(groups.values(), (sends) => {
    const [{ kind, name, emailId = '' }] = sends as [Send, ...Send[]]; // a group has a member
    const times = sends.filter((send) => !lost.has(send)).map(({ sentAt }) => sentAt);
    const [first = null] = times.toSorted();
    const subject = subjects.get(emailId) ?? '';
    return { kind, name, subject, count: times.length, fewer: sends.length - times.length, first };
  }).sort((one, other) => ((one.first ?? '9') < (other.first ?? '9') ? -1 : 1));
}

/** The subjects as they were written, by the ids of emails. */
function subjectsIn(...states: readonly Rows[]): ReadonlyMap<string, string> {
  const subjects = new Map<string, string>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { id, subject } = value as { readonly id?: unknown; readonly subject?: unknown };
    if (typeof id === 'string' && typeof subject === 'string') subjects.set(id, subject);
    for (const member of Object.values(value)) walk(member);
  };
  for (const rows of states.toReversed()) {
    for (const [, table] of MAILINGS) {
      for (const { id, data } of rows[table] ?? []) walk({ id, ...(tryParseJson(String(data)) as object) }); // a record
    }
  }
  return subjects;
}

/** Somebody who has entered a campaign or a workflow. */
interface Entry {
  readonly kind: EntryPlan['kind'];
  readonly name: string;
  readonly key: string;
  readonly subscriberId: string;
}

function entriesIn(rows: Rows, before: Rows): Entry[] {
  const old = new Map((before.campaign_subscriptions ?? []).map((row) => [row.id, row]));
  const subscribed = (rows.campaign_subscriptions ?? []).filter((row) => isEntry(old.get(row.id), row));
  const campaigns = subscribed.map((row) => [row.campaign_id, row.subscriber_id] as const);
  const read = (kind: Entry['kind'], table: Table, list: readonly (readonly [unknown, unknown])[]) => {
    const names = new Map((rows[table] ?? []).map(({ id, name }) => [id as unknown, String(name)]));
    return list.map(([id, subscriberId]) => ({
      ...{ kind, key: `${kind} ${id}`, name: names.get(id) ?? String(id) },
      subscriberId: String(subscriberId),
    }));
  };
  return [
    ...read('campaign', 'campaigns', campaigns),
    ...read('workflow', 'workflows', enrolled(rows, before)),
  ];
}

/** The workflows and subscribers that came together: those who are on one, and those who have left traces of its steps. */
function enrolled(rows: Rows, before: Rows): readonly (readonly [unknown, unknown])[] {
  const pairs = new Map<string, readonly [unknown, unknown]>();
  const add = (workflow: unknown, subscriber: unknown) =>
    pairs.set(`${workflow} ${subscriber}`, [workflow, subscriber]);
  for (const row of newRows('deliveries', rows, before)) {
    if (row.workflow_id !== null) add(row.workflow_id, row.subscriber_id);
  }
  const last = Number(before.domain_events?.at(-1)?.seq ?? 0);
  for (const { seq, cause, subscriber_id } of rows.domain_events ?? []) {
    const { type, id } = (Number(seq) > last && parseCause(cause)) || {};
    if (type === 'workflow') add(id, subscriber_id);
  }
  const keyOf = ({ workflow_id, subscriber_id }: StoredRow) => `${workflow_id} ${subscriber_id}`;
  const since = new Map((before.workflow_memberships ?? []).map((row) => [keyOf(row), row.created_at]));
  for (const key of since.keys()) pairs.delete(key); // they were on it before
  for (const row of rows.workflow_memberships ?? []) {
    if (since.get(keyOf(row)) !== row.created_at) add(row.workflow_id, row.subscriber_id);
  }
  return [...pairs.values()];
}

const parseCause = (text: unknown) => (typeof text === 'string' ? (JSON.parse(text) as Cause) : undefined); // the tables wrote it

/** Whether a subscription is new, was ended and is active again, or began another lap. */
function isEntry(before: StoredRow | undefined, { status, data }: StoredRow): boolean {
  if (!before) return true;
  const lapOf = (text: unknown) => (tryParseJson(String(text)) as { readonly lap?: number }).lap ?? 1; // the table wrote it
  return (before.status !== 'active' && status === 'active') || lapOf(data) > lapOf(before.data);
}

function entryPlans(entries: readonly Entry[], addresses: ReadonlyMap<unknown, string>): EntryPlan[] {
  return Array.from(Map.groupBy(entries, ({ key }) => key).values(), (group) => {
    const [{ kind, name }] = group as [Entry, ...Entry[]]; // a group has a member
    const examples = group.slice(0, MAX_EXAMPLES).map(({ subscriberId: id }) => addresses.get(id) ?? id);
    return { kind, name, count: group.length, examples };
  });
}

/** A webhook notification. */
interface Notification {
  readonly event: WebhookEvent;
  readonly receiver: string;
  readonly key: string;
  readonly subscriberId: string;
}

const notificationsIn = (rows: Rows, before: Rows): Notification[] =>
  newRows('webhook_deliveries', rows, before).map((row) => {
    const event = row.event as WebhookEvent; // the table has no others
    const receiver = URL.parse(String(row.url))?.origin ?? '';
    return { event, receiver, key: `${event} ${receiver}`, subscriberId: String(row.subscriber_id) };
  });

const webhooksOf = (notifications: readonly Notification[]): WebhookPlan[] =>
  Array.from(Map.groupBy(notifications, ({ key }) => key).values(), (group) => {
    const [{ event, receiver }] = group as [Notification, ...Notification[]]; // a group has a member
    return { event, receiver, count: group.length };
  }).sort((one, other) => other.count - one.count);
