import type { MailAddress } from './address.ts';

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

/** Formats an address for display in a header. Do not parse the result for delivery. */
export function mailbox({ name, email }: MailAddress): string {
  const plain = name.replaceAll(/\s+/g, ' ').trim();
  if (plain === '') return email;
  return `${/^[\w !#$%&'*+/=?^`{|}~-]+$/.test(plain) ? plain : `"${plain.replaceAll(/["\\]/g, '\\$&')}"`} <${email}>`;
}

/** The headers of an email, including those for one-click unsubscription (RFC 8058). */
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
