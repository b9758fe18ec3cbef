import type { WebhookEvent } from '@trickle/sdk/contract';
import { type Fragment, sql } from '../../store/engine/sql.ts';
import type { Rows, Transaction } from '../../store/engine/store.ts';
import { listEmailAddresses } from '../../store/queries/subscribers.ts';
import { deliveries } from '../../store/tables/deliveries.ts';
import { domainEvents } from '../../store/tables/domain-events.ts';
import { type MailPurpose, outbox } from '../../store/tables/outbox.ts';
import { records } from '../../store/tables/records.ts';
import { webhookDeliveries } from '../../store/tables/webhook-deliveries.ts';
import { memberships } from '../../store/tables/workflow-memberships.ts';
import { MAILINGS, mailingOf } from '../queries/mailings.ts';
import type { EmailPlan, EntryPlan, Plan, WebhookPlan } from './plan.ts';

const MAX_EXAMPLES = 10;

/** An event of a subscriber or a recipient. Two items with the same key and recipient are the same. */
interface Item {
  readonly key: string;
  readonly recipient: string;
}

interface Send extends Item {
  readonly kind: MailPurpose;
  /** The id of the email; empty for one that belongs to no mailing. */
  readonly emailId: string;
  /** The mailing, as in `campaign 11`. */
  readonly mailing: string;
  readonly sentAt: string;
}

/** A subscriber who has entered a campaign or a workflow. */
interface Entry extends Item {
  readonly kind: EntryPlan['kind'];
}

interface Notification extends Item {
  readonly event: WebhookEvent;
  readonly receiver: string;
}

/** The events of an account after a moment. */
export interface Future {
  readonly sends: readonly Send[];
  readonly entries: readonly Entry[];
  readonly notifications: readonly Notification[];
  /** The addresses of those who enter, by their ids. */
  readonly addresses: ReadonlyMap<string, string>;
  /** The names of mailings, as in `campaign 11`. */
  readonly names: ReadonlyMap<string, string>;
  /** The subjects as they were written, by the ids of emails. */
  readonly subjects: ReadonlyMap<string, string>;
}

/** Reads the events of an account since its rows were copied. */
export async function readFuture(tx: Transaction, accountId: string, before: Rows): Promise<Future> {
  const since = sql`seq > ${lastNumber(before)} order by seq`;
  const entries = [
    ...(await readSubscriptions(tx, accountId, since)),
    ...(await readEnrollments(tx, accountId, { since, before })),
  ];
  const ids = new Set(entries.map(({ recipient }) => recipient));
  return {
    sends: [...(await readSends(tx, accountId, since)), ...(await readMessages(tx, accountId, since))],
    entries,
    notifications: await readNotifications(tx, accountId, since),
    addresses: await listEmailAddresses(tx, accountId, [...ids]),
    ...(await readMailings(tx, accountId)),
  };
}

/** The number of the last row that was written. The rows of each table are in the order of their numbers. */
const lastNumber = (rows: Rows): number =>
  Math.max(0, ...Object.values(rows).map((list) => Number(list?.at(-1)?.seq ?? 0)));

/** The consequences of the program: the events with it that do not happen without it. */
export function outlookOf(
  withProgram: Future,
  withoutProgram: Future,
): Pick<Plan, 'entries' | 'emails' | 'others' | 'webhooks'> {
  const more = remaining(withProgram.sends, withoutProgram.sends);
  const fewer = remaining(withoutProgram.sends, withProgram.sends);
  return {
    entries: entryPlans(remaining(withProgram.entries, withoutProgram.entries), withProgram),
    emails: emailPlans(more, fewer, [withProgram, withoutProgram]),
    others: withProgram.sends.length - more.length,
    webhooks: webhookPlans(remaining(withProgram.notifications, withoutProgram.notifications)),
  };
}

/** The items that others have no counterpart of. */
function remaining<T extends Item>(items: readonly T[], others: readonly T[]): T[] {
  const nameOf = ({ key, recipient }: T) => `${key}\n${recipient}`;
  const counts = new Map<string, number>();
  for (const item of others) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1);
  return items.filter((item) => {
    const count = counts.get(nameOf(item)) ?? 0;
    counts.set(nameOf(item), count - 1);
    return count <= 0;
  });
}

async function readMailings(tx: Transaction, accountId: string): Promise<Pick<Future, 'names' | 'subjects'>> {
  const names = new Map<string, string>();
  const subjects = new Map<string, string>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { id, subject } = value as { readonly id?: unknown; readonly subject?: unknown };
    if (typeof id === 'string' && typeof subject === 'string') subjects.set(id, subject);
    for (const member of Object.values(value)) walk(member);
  };
  for (const [kind, table] of MAILINGS) {
    for (const { id, name, data } of await records[table].list(tx, accountId)) {
      names.set(`${kind} ${id}`, name);
      walk({ id, ...data });
    }
  }
  return { names, subjects };
}

/** Reads the emails of mailings. */
async function readSends(tx: Transaction, accountId: string, since: Fragment): Promise<Send[]> {
  const rows = await deliveries.all(tx, accountId, since);
  return rows.flatMap(({ emailId, subscriberId: recipient, sentAt, ...row }): Send[] => {
    const { kind, id } = mailingOf(row) ?? {};
    if (kind === undefined) return [];
    const mailing = `${kind} ${id}`;
    return [{ key: `${mailing} ${emailId}`, kind, mailing, emailId, recipient, sentAt }];
  });
}

/** Reads the emails of the service itself. */
async function readMessages(tx: Transaction, accountId: string, since: Fragment): Promise<Send[]> {
  const rows = await outbox.all(tx, accountId, sql`delivery_id is null and ${since}`);
  return rows.map(({ purpose: kind, to, sentAt }) => {
    return { key: kind, kind, mailing: '', emailId: '', recipient: to.toLowerCase(), sentAt };
  });
}

/** Reads the new subscribers of campaigns. */
async function readSubscriptions(tx: Transaction, accountId: string, since: Fragment): Promise<Entry[]> {
  const isSubscribed = sql`event = ${'subscriber.subscribed_to_campaign'} and ${since}`;
  const rows = await domainEvents.all(tx, accountId, isSubscribed);
  return rows.map(({ subscriberId: recipient, properties }) => {
    return { kind: 'campaign', key: `campaign ${properties.campaign_id}`, recipient };
  });
}

/** Reads the new members of workflows: those who have left traces of its steps, and those who are on it. */
async function readEnrollments(
  tx: Transaction,
  accountId: string,
  { since, before }: { readonly since: Fragment; readonly before: Rows },
): Promise<Entry[]> {
  const ofWorkflows = sql`substr(parent, 1, 9) = ${'workflow:'} and ${since}`;
  const events = await domainEvents.all(tx, accountId, ofWorkflows);
  const steps = events.map(({ subscriberId, cause }) => ({ subscriberId, workflowId: cause?.id }));
  const emails = await deliveries.all(tx, accountId, sql`workflow_id is not null and ${since}`);
  const members = await memberships.all(tx, accountId, since);
  const entries = new Map<string, Entry>();
  const wereOnIt = new Set(
    before.workflow_memberships?.map((row) => `workflow ${row.workflow_id} ${row.subscriber_id}`),
  );
  for (const rows of [steps, emails, members]) {
    for (const { workflowId, subscriberId: recipient } of rows) {
      const key = `workflow ${workflowId}`;
      const isNew = rows === members || !wereOnIt.has(`${key} ${recipient}`);
      if (isNew) entries.set(`${key} ${recipient}`, { kind: 'workflow', key, recipient });
    }
  }
  return [...entries.values()];
}

async function readNotifications(
  tx: Transaction,
  accountId: string,
  since: Fragment,
): Promise<Notification[]> {
  const rows = await webhookDeliveries.all(tx, accountId, since);
  return rows.map(({ event, url, subscriberId: recipient }) => {
    const receiver = URL.parse(url)?.origin ?? '';
    return { key: `${event} ${receiver}`, event, receiver, recipient };
  });
}

function entryPlans(entries: readonly Entry[], { names, addresses }: Future): EntryPlan[] {
  return Array.from(
    Map.groupBy(entries, ({ key }) => key),
    ([key, group]) => {
      const [{ kind }] = group as [Entry, ...Entry[]]; // a group has a member
      const examples = group.slice(0, MAX_EXAMPLES).map(({ recipient: id }) => addresses.get(id) ?? id);
      return { kind, name: names.get(key) ?? key.slice(kind.length + 1), count: group.length, examples };
    },
  );
}

function emailPlans(
  more: readonly Send[],
  fewer: readonly Send[],
  futures: readonly [withProgram: Future, withoutProgram: Future],
): EmailPlan[] {
  const known = (member: 'names' | 'subjects', id: string) =>
    futures.map((future) => future[member].get(id)).find((text) => text !== undefined) ?? '';
  const lost = new Set(fewer);
  return Array.from(Map.groupBy([...more, ...fewer], ({ key }) => key).values(), (sends) => {
    const [{ kind, mailing, emailId }] = sends as [Send, ...Send[]]; // a group has a member
    const times = sends.filter((send) => !lost.has(send)).map(({ sentAt }) => sentAt);
    const [first = null] = times.toSorted();
    const texts = { name: known('names', mailing), subject: known('subjects', emailId) };
    return { kind, ...texts, count: times.length, fewer: sends.length - times.length, first };
  }).sort((one, other) => ((one.first ?? '9') < (other.first ?? '9') ? -1 : 1));
}

const webhookPlans = (notifications: readonly Notification[]): WebhookPlan[] =>
  Array.from(Map.groupBy(notifications, ({ key }) => key).values(), (group) => {
    const [{ event, receiver }] = group as [Notification, ...Notification[]]; // a group has a member
    return { event, receiver, count: group.length };
  }).sort((one, other) => other.count - one.count);
