/** An email address within a text. */
const ADDRESS = /[^\s@<>"'(),:;=/\\[\]{}]+@[^\s@<>"'(),:;=/\\[\]{}]+\.[^\s@<>"'(),:;=/\\[\]{}.]+/g;

/** A phone number: at least nine digits with the usual signs between them. */
const PHONE = /(?:\+|\b0)\d(?:[ ().-]*\d){8,}/;

/** The addresses of senders, which every recipient of an email sees. */
const SENDERS = new Set(['from_email', 'default_from_email']);

/** The lists of addresses that get a copy or a notification. */
const RECIPIENTS = new Set(['bcc', 'notify_subscribe_email', 'notify_unsubscribe_email']);

/** Whether a name, such as a tag, contains an email address or a phone number. */
export const looksPersonal = (name: string): boolean => name.search(ADDRESS) >= 0 || PHONE.test(name);

/** Replaces email addresses in a text. */
export const withoutAddresses = (text: string): string => text.replaceAll(ADDRESS, 'address@removed.example');

/** Replaces email addresses in all texts of a value, except those of senders and of recipients. */
export function withoutAddressesIn(value: unknown, member = ''): unknown {
  if (typeof value === 'string') {
    return SENDERS.has(member) || RECIPIENTS.has(member) ? value : withoutAddresses(value);
  }
  if (Array.isArray(value)) return value.map((item) => withoutAddressesIn(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [withoutAddresses(name), withoutAddressesIn(item, name)]),
  );
}

/** Numbers values in the order of their first use, from 1. */
function numbering(): (value: string) => number {
  const numbers = new Map<string, number>();
  return (value) => {
    const number = numbers.get(value) ?? numbers.size + 1;
    numbers.set(value, number);
    return number;
  };
}

type Members = Readonly<Record<string, unknown>>;

/** Replaces the addresses that get copies and notifications; equal ones stay equal. */
export function withSafeRecipients(records: readonly Members[]): Members[] {
  const numberOf = numbering();
  const safe = (list: string) =>
    list
      .split(/[,;\s]+/)
      .filter(Boolean)
      .map((address) => `recipient-${numberOf(address.toLowerCase())}@notify.example`);
  return records.map((record) =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) =>
        RECIPIENTS.has(name) && typeof value === 'string' ? [name, safe(value).join(', ')] : [name, value],
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
