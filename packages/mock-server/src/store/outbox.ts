import { mapRow, type StoredRow } from './row-mapping.ts';
import type { Transaction, Value } from './store.ts';

/** What an email was sent for. */
export type MailPurpose = 'campaign' | 'broadcast' | 'workflow' | 'confirmation' | 'notification' | 'test';

/** How far an email is on its way to another mail server. */
export interface Forwarding {
  readonly state: 'waiting' | 'forwarded' | 'refused' | 'given_up';
  readonly attempts: number;
  /** What went wrong the last time. */
  readonly error?: string | undefined;
}

/** An email that was sent, whole. */
export interface OutboxMail {
  readonly id: string;
  readonly purpose: MailPurpose;
  /** Of emails that are sent to one person of a mailing: what opens, clicks and bounces are told of. */
  readonly deliveryId: string | null;
  readonly subscriberId: string | null;
  /** As the header shows it. */
  readonly from: string;
  /** The address that it is sent from, apart from the name. */
  readonly sender?: { readonly name: string; readonly email: string } | undefined;
  readonly to: string;
  readonly bcc: readonly string[];
  readonly subject: string;
  /** Empty where there is only text. */
  readonly html: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  /** ISO 8601. */
  readonly sentAt: string;
  /** There when emails are sent on. */
  readonly forwarding?: Forwarding | undefined;
}

/** How many emails are kept of an account: the newest. */
const OUTBOX_SIZE = 10_000;

const { columns, placeholders, toRow, values } = mapRow<OutboxMail>(
  { id: 'id', deliveryId: 'delivery_id', subscriberId: 'subscriber_id' },
  'data',
);

/** Keeps an email, and lets go of the oldest ones. */
export async function insertMail(tx: Transaction, accountId: string, mail: OutboxMail): Promise<void> {
  await tx.run(
    `insert into outbox (account_id, number, recipient, ${columns})
     values (?, (select coalesce(max(number), 0) + 1 from outbox where account_id = ?), ?, ${placeholders})`,
    accountId,
    accountId,
    mail.to.toLowerCase(),
    ...values(mail),
  );
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

/** Keeps how far an email is on its way. */
export async function updateForwarding(
  tx: Transaction,
  accountId: string,
  { id, deliveryId, subscriberId, ...data }: OutboxMail,
): Promise<void> {
  const sql = 'update outbox set data = ? where account_id = ? and id = ?';
  await tx.run(sql, JSON.stringify(data), accountId, id);
}

export interface OutboxFilter {
  /** An address, without regard to case. */
  readonly to?: string | undefined;
  readonly subscriberId?: string | undefined;
}

/** The emails that are kept of an account, in the order in which they were sent. */
export async function listMails(
  tx: Transaction,
  accountId: string,
  { to, subscriberId }: OutboxFilter,
): Promise<OutboxMail[]> {
  const bound: Value[] = [accountId];
  if (to !== undefined) bound.push(to.toLowerCase());
  if (subscriberId !== undefined) bound.push(subscriberId);
  const rows = await tx.all<StoredRow>(
    `select ${columns} from outbox where account_id = ?
     ${to === undefined ? '' : 'and recipient = ?'} ${subscriberId === undefined ? '' : 'and subscriber_id = ?'}
     order by number`,
    ...bound,
  );
  return rows.map(toRow);
}
