import { createHash } from 'node:crypto';
import type { MailAddress } from '../../email/address.ts';
import { headersOf, mailbox } from '../../email/headers.ts';
import { isoTime } from '../../shared/values/time.ts';
import { below, nameOf } from '../../store/engine/place.ts';
import { insertNotice, notices } from '../../store/tables/notices.ts';
import { insertMail, type NewMail } from '../../store/tables/outbox.ts';
import { accountFeatures, type Context } from '../context/context.ts';
import { enqueue } from '../queue.ts';

interface Posting extends Pick<NewMail, 'purpose' | 'subscriberId' | 'to' | 'subject' | 'html' | 'text'> {
  /** Default: a new id. */
  readonly id?: string | undefined;
  /** Default: null, for an email whose opens and clicks are not counted. */
  readonly deliveryId?: string | null;
  readonly from: MailAddress;
  readonly bcc?: readonly string[];
  readonly unsubscribeUrl?: string;
}

/** Puts an email into the outbox, and enqueues it for forwarding if a mail server is configured. */
export async function post(
  context: Context,
  {
    id = context.services.ids.letters(),
    deliveryId = null,
    from,
    bcc = [],
    unsubscribeUrl,
    ...email
  }: Posting,
): Promise<NewMail> {
  const { tx, accountId, services, place } = context;
  const now = services.clock.now();
  const { purpose, to, subject, ...content } = email;
  const mail: NewMail = {
    purpose,
    from: mailbox(from),
    sender: { name: from.name, email: from.email },
    to,
    subject,
    ...content,
    ...{ id, deliveryId, bcc },
    headers: headersOf({ id, from, to, subject, sentAt: now, baseUrl: services.baseUrl(), unsubscribeUrl }),
    sentAt: isoTime(now),
  };
  tx.afterCommit(() => services.counters?.countEmail());
  if (services.smtp === undefined || (await accountFeatures(context)).isOffline) {
    await insertMail(tx, accountId, mail, place);
    return mail;
  }
  await insertMail(tx, accountId, { ...mail, forwarding: { state: 'waiting', attempts: 0 } }, place);
  const forwarding = { ...context, place: below(place, nameOf('email', id)) };
  await enqueue(forwarding, 'email_forwarding', { mailId: id });
  return mail;
}

interface UnsentEmail {
  readonly emailId: string;
  readonly subject: string;
  readonly reason: string;
  /** The first subscriber that did not get it. */
  readonly subscriberId: string;
  readonly mailing: Readonly<Record<string, string>>;
}

/** Adds a notice that an email is not sent, once per email and reason. */
// Unspecified: U-102
export async function recordUnsent(
  context: Context,
  { emailId, subject, reason, ...rest }: UnsentEmail,
): Promise<void> {
  const { services, tx, accountId } = context;
  const id = createHash('sha256')
    .update(JSON.stringify([emailId, reason]))
    .digest('hex')
    .slice(0, 32);
  if (await notices.has(tx, accountId, { id })) return;
  await insertNotice(tx, accountId, {
    id,
    kind: 'email_not_sent',
    message: `The email '${subject}' was not sent: ${reason}.`,
    details: { email_id: emailId, subscriber_id: rest.subscriberId, ...rest.mailing },
    createdAt: isoTime(services.clock.now()),
  });
}
