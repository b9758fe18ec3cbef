import { seriesPosition } from '../../domain/campaign-subscriptions/position.ts';
import { requireRecord } from '../../domain/records/record.ts';
import { changeBroadcast } from '../../seed/change-record.ts';
import { BroadcastChange } from '../../seed/changes.ts';
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
import { listRecords, type RecordRow } from '../../store/tables/records.ts';
import { operation } from '../operation.ts';
import { frameOf } from '../queries/mailings.ts';
import { CHANGED, creationOf } from './creation.ts';

/** The number of due emails that a mailing shows. */
const MAX_DUE = 50;

/** Campaigns and broadcasts, as the inspector reads and changes them. */
export const mailingQueries = {
  campaigns: {
    create: creationOf('campaigns'),
    /** Lists campaigns with their numbers. */
    list: operation({
      route: 'GET /_admin/campaigns',
      answers: '`campaigns`, each with `subscriber_counts`, `sent`, `opened` and `clicked`.',
      async run({ tx, accountId }) {
        const emails = await countEmailsByMailing(tx, accountId, 'campaign_id');
        const subscriptions = await countSubscriptions(tx, accountId);
        const { rows } = await listRecords(tx, accountId, 'campaigns');
        return {
          campaigns: rows.map((row) => ({
            ...frameOf(row),
            subscriberCounts: subscriptions.get(row.id) ?? NO_SUBSCRIPTIONS,
            emailCount: row.data.emails.length,
            ...(emails.get(row.id) ?? NO_EMAILS),
          })),
        };
      },
    }),
    /** Gets a campaign with its emails. */
    get: operation({
      route: 'GET /_admin/campaigns/{campaign_id}',
      answers: 'The campaign, its `emails` with their numbers, and the next 50 emails that are `due`.',
      async run(context, { campaignId: id }) {
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
      },
    }),
  },
  broadcasts: {
    create: creationOf('broadcasts'),
    /** Lists broadcasts with their numbers. */
    list: operation({
      route: 'GET /_admin/broadcasts',
      answers: '`broadcasts`, each with `send_at`, `subject`, `sent`, `opened` and `clicked`.',
      async run({ tx, accountId }) {
        const emails = await countEmailsByMailing(tx, accountId, 'broadcast_id');
        const { rows } = await listRecords(tx, accountId, 'broadcasts');
        return {
          broadcasts: rows.map((row) => ({
            ...frameOf(row),
            sendAt: row.sendAt,
            subject: row.data.subject,
            ...(emails.get(row.id) ?? NO_EMAILS),
          })),
        };
      },
    }),
    /** Gets a broadcast with its email. */
    get: operation({
      route: 'GET /_admin/broadcasts/{broadcast_id}',
      answers: 'The broadcast, its email in `emails`, and the next 50 recipients in `due`.',
      async run(context, { broadcastId: id }) {
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
      },
    }),
    /** Changes a broadcast's name, content or sender before it is sent. */
    change: operation({
      route: 'PUT /_admin/broadcasts/{broadcast_id}',
      answers: CHANGED,
      status: 204,
      input: () => ({ change: BroadcastChange() }),
      run: (context, { broadcastId, change }) => changeBroadcast(context, broadcastId, change),
    }),
  },
};

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
