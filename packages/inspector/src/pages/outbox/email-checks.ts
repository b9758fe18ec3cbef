import type { ResponseOf } from '../../api/request.ts';
import { numberText } from '../../design/words.ts';

/** Beyond this size, Gmail cuts an email and hides its end. */
const MAX_BYTES = 102_000;

/** Purposes of emails that belong to a mailing, so that recipients must be able to leave it. */
const MAILINGS: readonly string[] = ['campaign', 'broadcast', 'workflow'];

export function problemsOf({
  html,
  text,
  links,
  purpose,
}: ResponseOf<'GET /_admin/outbox/{email_id}'>): readonly string[] {
  const bytes = new TextEncoder().encode(html).length;
  const left = /\{\{.*?\}\}|\{%.*?%\}/.exec(`${html}\n${text}`)?.[0];
  const isLeavable = links.some(({ target, url }) => /unsubscribe/i.test(`${target} ${url}`));
  return [
    ...links
      .filter(({ target }) => !isUsable(target))
      .map(({ target }) => `A link leads nowhere: “${target}”.`),
    ...(MAILINGS.includes(purpose) && html !== '' && !isLeavable ? ['There is no unsubscribe link.'] : []),
    ...(left === undefined ? [] : [`Liquid is left unresolved: ${left}`]),
    ...(bytes > MAX_BYTES ? [`The HTML has ${numberText(bytes)} bytes; Gmail cuts it after 102,000.`] : []),
    ...(/<script\b/i.test(html) ? ['Email clients remove scripts.'] : []),
    ...(/<iframe\b/i.test(html) ? ['Email clients show no frames.'] : []),
  ];
}

function isUsable(target: string): boolean {
  const { protocol } = URL.parse(target) ?? { protocol: '' };
  return ['http:', 'https:', 'mailto:', 'tel:', 'sms:'].includes(protocol);
}
