import { field } from '@trickle/sdk/contract';

/**
 * An email address in a string, even if it is encoded in a URL or in HTML. Its parts are bounded, so that long strings
 * take linear time; of a longer part, only the end matches.
 */
const ADDRESS =
  /[^\s@<>"'(),:;=?&/\\[\]{}%]{1,64}(?:@|%40|&#64;|&#x40;)[^\s@<>"'(),:;=?&/\\[\]{}.%#]{1,63}(?:\.[^\s@<>"'(),:;=?&/\\[\]{}.%#]{1,63}){1,8}/gi;

/** A phone number: at least ten digits starting with `+` or 0, with the usual separators, or a North American number. */
const PHONE = /(?:\+|%2B|\b0)\d(?:[ ().-]{0,3}\d){8,14}|(?:\(\d{3}\) {0,2}|\b\d{3}[ .-])\d{3}[ .-]\d{4}\b/gi;

/** The names and addresses of senders, which every recipient of an email sees. */
const SENDERS = new Set([
  'from_name',
  'from_email',
  'postal_address',
  'default_from_name',
  'default_from_email',
  'default_postal_address',
]);

/** Texts published by the account, in which phone numbers stay. */
const PUBLISHED = new Set(['html_body', 'text_body', 'description', 'confirmation_text']);

/** The lists of addresses that get a copy or a notification. */
const RECIPIENTS = new Set(['bcc', 'notify_subscribe_email', 'notify_unsubscribe_email']);

const REMOVED = '[removed]';

/** Whether a name, such as a tag, contains an email address or a phone number. */
export const looksPersonal = (name: string): boolean => name.search(ADDRESS) >= 0 || name.search(PHONE) >= 0;

const withoutAddresses = (text: string): string => text.replaceAll(ADDRESS, 'address@removed.example');

/** Replaces email addresses and phone numbers in all texts of a value, except those that the account publishes. */
export function withoutAddressesIn(value: unknown, member = ''): unknown {
  if (typeof value === 'string') {
    if (SENDERS.has(member) || RECIPIENTS.has(member)) return value;
    const safe = withoutAddresses(value);
    return PUBLISHED.has(member) ? safe : safe.replaceAll(PHONE, REMOVED);
  }
  if (Array.isArray(value)) return value.map((item) => withoutAddressesIn(item, member));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [withoutAddresses(name), withoutAddressesIn(item, name)]),
  );
}

/** Numbers values in order of first use, from 1. */
function numbering(): (value: string) => number {
  const numbers = new Map<string, number>();
  return (value) => {
    const number = numbers.get(value) ?? numbers.size + 1;
    numbers.set(value, number);
    return number;
  };
}

type Members = Readonly<Record<string, unknown>>;

/** Replaces the addresses that get copies and notifications; equal ones stay equal. Other values become false, which no seed accepts. */
export function withSafeRecipients(records: readonly Members[]): Members[] {
  const numberOf = numbering();
  const isList = (value: unknown): value is string => field.emailList().safeParse(value).success;
  const safe = (list: string) =>
    list
      .split(/[,;\s]+/)
      .filter(Boolean)
      .map((address) => `recipient-${numberOf(address.toLowerCase())}@notify.example`);
  return records.map((record) =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) =>
        RECIPIENTS.has(name) ? [name, isList(value) ? safe(value).join(', ') : false] : [name, value],
      ),
    ),
  );
}

/** Replaces the URLs of webhooks, which are live and often hold a secret; equal hosts stay equal. */
export function withSafeUrls(webhooks: readonly Members[]): Members[] {
  const numberOf = numbering();
  return webhooks.map((webhook) => {
    const host = URL.parse(String(webhook.post_url))?.host ?? '';
    return {
      ...webhook,
      post_url: `https://receiver-${numberOf(host)}.example/${encodeURIComponent(String(webhook.id))}`,
    };
  });
}
