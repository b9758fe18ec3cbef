import type { Cause } from '../engine/cause.ts';
import { filterOf } from '../engine/filter.ts';
import { type Page, type PageChoice, selectPage } from '../engine/page.ts';
import { mapRow, type StoredRow } from '../engine/row-mapping.ts';
import type { Transaction } from '../engine/store.ts';

/** The reason for an email. */
export type MailPurpose = 'campaign' | 'broadcast' | 'workflow' | 'confirmation' | 'notification' | 'test';

/** The progress of forwarding an email to another mail server. */
export interface Forwarding {
  readonly state: 'waiting' | 'forwarded' | 'refused' | 'given_up';
  readonly attempts: number;
  /** The error of the last attempt. */
  readonly error?: string | undefined;
}

/** A sent email with its content. */
export interface OutboxMail {
  readonly id: string;
  readonly purpose: MailPurpose;
  /** The delivery that opens, clicks and bounces are recorded on; null for emails outside mailings. */
  readonly deliveryId: string | null;
  readonly subscriberId: string | null;
  /** The `From` header. */
  readonly from: string;
  /** The sender's name and address. */
  readonly sender?: { readonly name: string; readonly email: string } | undefined;
  readonly to: string;
  readonly bcc: readonly string[];
  readonly subject: string;
  /** Empty for plain-text emails. */
  readonly html: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  /** ISO 8601. */
  readonly sentAt: string;
  /** What led to the email; null or absent when unknown. */
  readonly cause?: Cause | null | undefined;
  /** Present when the server forwards emails. */
  readonly forwarding?: Forwarding | undefined;
}

/** The number of newest emails to retain for each account. */
const OUTBOX_SIZE = 10_000;

const { columns, placeholders, toRow, values } = mapRow<OutboxMail>(
  { id: 'id', deliveryId: 'delivery_id', subscriberId: 'subscriber_id', sentAt: 'sent_at' },
  'data',
);

/** The statement that inserts an email that is sent. */
const INSERT_MAIL = `insert into outbox (account_id, number, recipient, ${columns})
   values (?, (select coalesce(max(number), 0) + 1 from outbox where account_id = ?), ?, ${placeholders})`;

/** Inserts an email and deletes the oldest ones beyond the limit. */
export async function insertMail(tx: Transaction, accountId: string, mail: OutboxMail): Promise<void> {
  await tx.run(INSERT_MAIL, accountId, accountId, mail.to.toLowerCase(), ...values(mail));
  await tx.run(
    'delete from outbox where account_id = ? and number <= (select max(number) from outbox where account_id = ?) - ?',
    accountId,
    accountId,
    OUTBOX_SIZE,
  );
}

export async function findMail(
  tx: Transaction,
  accountId: string,
  id: string,
): Promise<OutboxMail | undefined> {
  const row = await tx.get<StoredRow>(
    `select ${columns} from outbox where account_id = ? and id = ?`,
    accountId,
    id,
  );
  return row && toRow(row);
}

/** Updates an email's forwarding progress. */
export async function updateForwarding(
  tx: Transaction,
  accountId: string,
  { id, deliveryId, subscriberId, sentAt, ...data }: OutboxMail,
): Promise<void> {
  const sql = 'update outbox set data = ? where account_id = ? and id = ?';
  await tx.run(sql, JSON.stringify(data), accountId, id);
}

export interface OutboxFilter {
  /** An email address, case-insensitive. */
  readonly to?: string | undefined;
  readonly subscriberId?: string | undefined;
}

/** Lists an account's retained emails in the order they were sent. */
export async function listMails(
  tx: Transaction,
  accountId: string,
  filter: OutboxFilter,
): Promise<OutboxMail[]> {
  return (await pageOfMails(tx, accountId, filter)).rows;
}

/** Reads a page of an account's retained emails. */
export function pageOfMails(
  tx: Transaction,
  accountId: string,
  { to, subscriberId }: OutboxFilter,
  choice?: PageChoice,
): Promise<Page<OutboxMail>> {
  const where = filterOf(accountId, { recipient: to?.toLowerCase(), subscriber_id: subscriberId });
  return selectPage(tx, { columns, table: 'outbox', where, key: ['number'], toRow }, choice);
}
