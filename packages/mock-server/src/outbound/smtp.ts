import { isAddress, type MailAddress } from '../email/address.ts';
import { deadline } from '../platform/timers.ts';
import type { Forwarding, OutboxMail } from '../store/outbox.ts';

/** What came of sending an email on. */
export type ForwardingVerdict = Pick<Forwarding, 'state' | 'error'>;

/** How long the other server may be silent, in real milliseconds. */
const SILENCE_LIMIT = 10_000;
/** How long an email may take as a whole: a server that drips is never silent. */
const TIME_LIMIT = 60_000;

/** Sends an email to the mail server at a URL, as in `smtp://localhost:1025`. Never rejects. */
export async function forward(
  url: string,
  mail: OutboxMail,
  signal: AbortSignal,
): Promise<ForwardingVerdict> {
  const wrong = [mail.to, ...mail.bcc, mail.sender?.email ?? mail.from].find((email) => !isAddress(email));
  if (wrong !== undefined) return { state: 'refused', error: `'${wrong}' is no email address.` };
  const { createTransport } = await import('nodemailer');
  const limit = deadline(TIME_LIMIT);
  const transport = createTransport({
    url,
    connectionTimeout: SILENCE_LIMIT,
    greetingTimeout: SILENCE_LIMIT,
    socketTimeout: SILENCE_LIMIT,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({ ...messageOf(mail), signal: AbortSignal.any([limit, signal]) });
    return { state: 'forwarded' };
  } catch (error) {
    if (limit.aborted) return { state: 'waiting', error: `the mail server took more than ${TIME_LIMIT} ms` };
    return { state: isForGood(error) ? 'refused' : 'waiting', error: String(error) };
  } finally {
    transport.close();
  }
}

/** Whether the other server said that it will never take this email (5xx). */
const isForGood = (error: unknown) =>
  error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500;

/** Nodemailer takes addresses apart from names, so that no text becomes another recipient. */
const addressOf = ({ name, email }: MailAddress) => ({ name, address: email });

function messageOf({ from, sender, to, bcc, subject, html, text, headers }: OutboxMail) {
  const { From, To, Subject, Date: date, 'Message-ID': messageId, ...others } = headers;
  return {
    // Emails of older versions have no sender.
    from: addressOf(sender ?? { name: '', email: from }),
    to: [addressOf({ name: '', email: to })],
    bcc: bcc.map((email) => addressOf({ name: '', email })),
    subject,
    text,
    ...(html !== '' && { html }),
    ...(messageId !== undefined && { messageId }),
    ...(date !== undefined && { date }),
    headers: others,
  };
}
