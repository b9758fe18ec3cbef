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

interface Stored {
  id: string;
  delivery_id: string | null;
  subscriber_id: string | null;
  data: string;
}

const toMail = ({ id, delivery_id, subscriber_id, data }: Stored): OutboxMail => ({
  id,
  deliveryId: delivery_id,
  subscriberId: subscriber_id,
  ...JSON.parse(data),
});

/** Keeps an email, and lets go of the oldest ones. */
export async function insertMail(tx: Transaction, accountId: string, mail: OutboxMail): Promise<void> {
  const { id, deliveryId, subscriberId, ...data } = mail;
  await tx.run(
    `insert into outbox (account_id, number, id, delivery_id, subscriber_id, recipient, data)
     values (?, (select coalesce(max(number), 0) + 1 from outbox where account_id = ?), ?, ?, ?, ?, ?)`,
    accountId,
    accountId,
    id,
    deliveryId,
    subscriberId,
    mail.to.toLowerCase(),
    JSON.stringify(data),
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
  const row = await tx.get<Stored>(
    'select id, delivery_id, subscriber_id, data from outbox where account_id = ? and id = ?',
    accountId,
    id,
  );
  return row && toMail(row);
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
  const values: Value[] = [accountId];
  if (to !== undefined) values.push(to.toLowerCase());
  if (subscriberId !== undefined) values.push(subscriberId);
  const rows = await tx.all<Stored>(
    `select id, delivery_id, subscriber_id, data from outbox where account_id = ?
     ${to === undefined ? '' : 'and recipient = ?'} ${subscriberId === undefined ? '' : 'and subscriber_id = ?'}
     order by number`,
    ...values,
  );
  return rows.map(toMail);
}
