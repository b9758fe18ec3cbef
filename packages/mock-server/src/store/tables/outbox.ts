import { number, others, text } from '../engine/column.ts';
import type { Page, PageChoice } from '../engine/page.ts';
import { type Place, placed } from '../engine/place.ts';
import { allOf, type Fragment, matching, sql } from '../engine/sql.ts';
import type { Transaction } from '../engine/store.ts';
import { NEWEST, type RowOf, table } from '../engine/table.ts';

export type MailPurpose = 'campaign' | 'broadcast' | 'workflow' | 'confirmation' | 'notification' | 'test';

export interface Forwarding {
  readonly state: 'waiting' | 'forwarded' | 'refused' | 'given_up';
  readonly attempts: number;
  readonly error?: string | undefined;
}

/** Sent emails with their content. */
export const outbox = table(
  'outbox',
  {
    id: text(),
    /** The delivery that opens, clicks and bounces are recorded on; null for emails outside mailings. */
    deliveryId: text().orNull(),
    subscriberId: text().orNull(),
    /** ISO 8601. */
    sentAt: text(),
    /** The address in lower case. */
    ...placed(),
    recipient: text().hidden(),
    number: number().hidden(),
    data: others<MailContent>(),
  },
  { order: ['number'], kept: NEWEST },
);
export interface OutboxMail extends RowOf<typeof outbox> {}

export interface NewMail extends Omit<OutboxMail, 'cause'> {}

interface MailContent {
  readonly purpose: MailPurpose;
  readonly from: string;
  readonly sender: { readonly name: string; readonly email: string };
  readonly to: string;
  readonly bcc: readonly string[];
  readonly subject: string;
  /** Empty for plain-text emails. */
  readonly html: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Present when the server forwards emails. */
  readonly forwarding?: Forwarding | undefined;
}

/** Inserts an email and deletes the oldest ones beyond the limit. */
export async function insertMail(
  tx: Transaction,
  accountId: string,
  mail: NewMail,
  { root, parent }: Place,
): Promise<void> {
  const { id, deliveryId, subscriberId, sentAt, ...data } = mail;
  const numbers = sql`select coalesce(max(number), 0) from outbox where account_id = ${accountId}`;
  await outbox.change(
    tx,
    accountId,
    sql`insert into outbox (account_id, seq, number, recipient, id, delivery_id, subscriber_id, sent_at,
        root, parent, data)
      values (${accountId}, nextval('row_numbers'), (${numbers}) + 1, ${mail.to.toLowerCase()}, ${id}, ${deliveryId},
        ${subscriberId}, ${sentAt}, ${root}, ${parent}, ${JSON.stringify(data)})`,
  );
  const last = sql`(${numbers}) - ${Number(outbox.kept)}`;
  await outbox.change(
    tx,
    accountId,
    sql`delete from outbox where account_id = ${accountId} and number <= ${last}`,
  );
}

export interface OutboxFilter {
  /** An email address, case-insensitive. */
  readonly to?: string | undefined;
  readonly subscriberId?: string | undefined;
  /** Only emails of this mailing. */
  readonly campaignId?: string | undefined;
  readonly broadcastId?: string | undefined;
  readonly workflowId?: string | undefined;
}

export const pageOfMails = (
  tx: Transaction,
  accountId: string,
  { to, subscriberId, ...mailing }: OutboxFilter,
  choice: PageChoice = {},
): Promise<Page<OutboxMail>> =>
  outbox.page(
    tx,
    accountId,
    { recipient: to?.toLowerCase(), subscriberId },
    {
      ...choice,
      conditions: [...ofMailing(accountId, mailing), ...(choice.conditions ?? [])],
    },
  );

/** The condition for the emails of a campaign, a broadcast or a workflow, which their deliveries name. */
function ofMailing(
  accountId: string,
  { campaignId, broadcastId, workflowId }: Omit<OutboxFilter, 'to' | 'subscriberId'>,
): Fragment[] {
  const named = { campaign_id: campaignId, broadcast_id: broadcastId, workflow_id: workflowId };
  if (Object.values(named).every((id) => id === undefined)) return [];
  const conditions = allOf(Object.entries(named).map(([column, id]) => matching(column, id)));
  return [sql`delivery_id in (select id from deliveries where account_id = ${accountId} and ${conditions})`];
}

/** The targets of links in emails. Click tracking redirects only to these. */
export const mailLinks = table('mail_links', { id: text(), url: text() }, { order: ['id'] });
