import { seriesPosition } from '../../domain/campaign-subscriptions/position.ts';
import type { Context } from '../../domain/context/context.ts';
import { requireRecord } from '../../domain/records/record.ts';
import {
  countEmailsByMailing,
  countEmailsOf,
  countSubscriptions,
  type DueEmail,
  type EmailFigures,
  listDueOfBroadcast,
  listDueOfCampaign,
  NO_EMAILS,
  NO_SUBSCRIPTIONS,
} from '../../store/queries/mailings.ts';
import type { RecordTable } from '../../store/records/record-data.ts';
import type { DeliveryRow } from '../../store/tables/deliveries.ts';
import { listRecords, type RecordRow } from '../../store/tables/records.ts';

/** The number of due emails that a mailing shows. */
const MAX_DUE = 50;

/** The campaigns of an account with their numbers, newest first. */
export async function readCampaigns(context: Context) {
  const { tx, accountId } = context;
  const emails = await countEmailsByMailing(tx, accountId, 'campaign_id');
  const subscriptions = await countSubscriptions(tx, accountId);
  const { rows } = await listRecords(tx, accountId, 'campaigns');
  return rows.map((row) => ({
    ...frameOf(row),
    subscriberCounts: subscriptions.get(row.id) ?? NO_SUBSCRIPTIONS,
    emailCount: row.data.emails.length,
    ...(emails.get(row.id) ?? NO_EMAILS),
  }));
}

/** The kinds of mailings, with the tables of their records. */
export const MAILINGS = [
  ['campaign', 'campaigns'],
  ['broadcast', 'broadcasts'],
  ['workflow', 'workflows'],
] as const;

/** The mailing that an email belongs to. */
export function mailingOf(delivery: Pick<DeliveryRow, `${(typeof MAILINGS)[number][0]}Id`>) {
  for (const [kind, table] of MAILINGS) {
    const id = delivery[`${kind}Id`];
    if (id !== null) return { kind, table, id };
  }
  return undefined;
}

/** The names of records by id. */
export async function namesOf({ tx, accountId }: Pick<Context, 'tx' | 'accountId'>, table: RecordTable) {
  const { rows } = await listRecords(tx, accountId, table);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The members that all records have. */
export function frameOf({ id, name, status, createdAt }: RecordRow<RecordTable>) {
  return { id, name, status, createdAt };
}

export async function readCampaign(context: Context, id: string) {
  const { tx, accountId } = context;
  const row = await requireRecord(context, 'campaigns', id);
  const { emails, ...settings } = row.data;
  const figures = await countEmailsOf(tx, accountId, 'campaign_id', id);
  const subscriptions = await countSubscriptions(tx, accountId, id);
  const due = await listDueOfCampaign(tx, accountId, id, MAX_DUE);
  const { rows: forms } = await listRecords(tx, accountId, 'forms', { parentIds: [id] });
  return {
    ...frameOf(row),
    ...settings,
    subscriberCounts: subscriptions.get(id) ?? NO_SUBSCRIPTIONS,
    emailCount: emails.length,
    ...sum(figures.values()),
    emails: emails.map((email, i) => ({
      id: email.id,
      number: i + 1,
      subject: email.subject,
      ...senderOf(row.data),
      html: email.html_body,
      text: email.text_body,
      delay: email.delay ?? { days: 1 },
      ...(figures.get(email.id) ?? NO_EMAILS),
    })),
    formIds: forms.map((form) => form.id),
    due: due.map((one) => ({ ...shownDue(one), emailNumber: emailNumberOf(one) })),
  };
}

const senderOf = (data: RecordRow<'campaigns' | 'broadcasts'>['data']) => ({
  fromName: data.from_name ?? null,
  fromEmail: data.from_email ?? null,
});

function sum(all: Iterable<EmailFigures>): EmailFigures {
  const total: Record<keyof EmailFigures, number> = { ...NO_EMAILS };
  const names = Object.keys(NO_EMAILS) as (keyof EmailFigures)[]; // its members
  for (const one of all) for (const name of names) total[name] += one[name];
  return total;
}

const shownDue = ({ subscriberId, email, sendAt }: DueEmail) => ({
  subscriberId,
  email,
  sendAt: new Date(sendAt).toISOString(),
});

/** The number of a due email in its campaign, from 1. */
const emailNumberOf = ({ data }: DueEmail) =>
  // The number does not depend on the time.
  seriesPosition({ data: JSON.parse(data ?? '{}'), createdAt: '' }).next + 1;

export async function readBroadcasts({ tx, accountId }: Context) {
  const emails = await countEmailsByMailing(tx, accountId, 'broadcast_id');
  const { rows } = await listRecords(tx, accountId, 'broadcasts');
  return rows.map((row) => ({
    ...frameOf(row),
    sendAt: row.sendAt,
    subject: row.data.subject,
    ...(emails.get(row.id) ?? NO_EMAILS),
  }));
}

export async function readBroadcast(context: Context, id: string) {
  const { tx, accountId } = context;
  const row = await requireRecord(context, 'broadcasts', id);
  const { html_body: html, text_body: text, ...settings } = row.data;
  const figures = (await countEmailsOf(tx, accountId, 'broadcast_id', id)).get(id) ?? NO_EMAILS;
  const due = await listDueOfBroadcast(tx, accountId, id, MAX_DUE);
  const email = { id, subject: row.data.subject, ...senderOf(row.data), html, text, ...figures };
  return {
    ...frameOf(row),
    sendAt: row.sendAt,
    ...settings,
    ...figures,
    emails: [email],
    due: due.map((one) => ({ ...shownDue(one), emailNumber: 1 })),
  };
}
