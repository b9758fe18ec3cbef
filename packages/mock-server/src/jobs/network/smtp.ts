import { isAddress, type MailAddress } from '../../email/address.ts';
import { deadline } from '../../shared/platform/timers.ts';
import { reasonOf } from '../../shared/values/errors.ts';
import type { Forwarding, OutboxMail } from '../../store/tables/outbox.ts';

export type ForwardingVerdict = Pick<Forwarding, 'state' | 'error'>;

/** The longest silence of the mail server, in real milliseconds. */
const SILENCE_LIMIT = 10_000;
/** The time limit per email, in real milliseconds. A slow server may never be silent. */
const TIME_LIMIT = 60_000;

/** Sends an email to the mail server at a URL, such as `smtp://localhost:1025`. Never rejects. */
export async function forward(
  url: string,
  mail: OutboxMail,
  signal: AbortSignal,
): Promise<ForwardingVerdict> {
  const invalid = [mail.to, ...mail.bcc, mail.sender.email].find((email) => !isAddress(email));
  if (invalid !== undefined) return { state: 'refused', error: `'${invalid}' is not a valid email address.` };
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
    return { state: isPermanent(error) ? 'refused' : 'waiting', error: reasonOf(error) };
  } finally {
    transport.close();
  }
}

/** The source of an email, as a mail server gets it: a file in the format of `.eml`. */
export async function emailSource(mail: OutboxMail): Promise<Buffer> {
  const { createTransport } = await import('nodemailer');
  const safe = { disableFileAccess: true, disableUrlAccess: true } as const;
  const transport = createTransport({ streamTransport: true, buffer: true, ...safe });
  const { message } = await transport.sendMail(messageOf(mail));
  if (!Buffer.isBuffer(message)) throw new TypeError('The source of an email is a buffer.');
  return message;
}

const isPermanent = (error: unknown) =>
  error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500;

/** Passes name and address separately, so that no text can add a recipient. */
const addressOf = ({ name, email }: MailAddress) => ({ name, address: email });

function messageOf({ sender, to, bcc, subject, html, text, headers }: OutboxMail) {
  const { From, To, Subject, Date: date, 'Message-ID': messageId, ...others } = headers;
  return {
    from: addressOf(sender),
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
