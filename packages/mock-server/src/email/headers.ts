import type { MailAddress } from './address.ts';

/** What the headers of an email are made of. */
export interface Envelope {
  readonly id: string;
  readonly from: MailAddress;
  readonly to: string;
  readonly subject: string;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
  /** The server's address. */
  readonly baseUrl: string;
  readonly unsubscribeUrl?: string | undefined;
}

/** An address as a header shows it, for people to read. Nothing is sent to what it says. */
export function mailbox({ name, email }: MailAddress): string {
  const plain = name.replaceAll(/\s+/g, ' ').trim();
  if (plain === '') return email;
  return `${/^[\w !#$%&'*+/=?^`{|}~-]+$/.test(plain) ? plain : `"${plain.replaceAll(/["\\]/g, '\\$&')}"`} <${email}>`;
}

/** The headers of an email; those of RFC 8058 let mail programs unsubscribe with one click. */
// Unspecified: U-101
export function headersOf({ id, from, to, subject, sentAt, baseUrl, unsubscribeUrl }: Envelope) {
  const headers: Record<string, string> = {
    From: mailbox(from),
    To: to,
    Subject: subject,
    Date: new Date(sentAt).toUTCString().replace('GMT', '+0000'),
    'Message-ID': `<${id}@${new URL(baseUrl).hostname}>`,
  };
  if (unsubscribeUrl !== undefined) {
    headers['List-Unsubscribe'] = `<${unsubscribeUrl}>`;
    headers['List-Unsubscribe-Post'] = 'List-Unsubscribe=One-Click';
  }
  return headers;
}
