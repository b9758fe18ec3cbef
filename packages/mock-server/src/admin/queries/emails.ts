import type { Context } from '../../domain/context/context.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { deliveryUrl } from '../../email/urls.ts';
import { emailSource } from '../../jobs/network/smtp.ts';
import { escapeHtml } from '../../shared/values/html.ts';
import type { Transaction } from '../../store/engine/store.ts';
import { deliveries } from '../../store/tables/deliveries.ts';
import { mailLinks, type OutboxMail, outbox } from '../../store/tables/outbox.ts';
import { findRecord } from '../../store/tables/records.ts';
import { type WebhookDeliveryRow, webhookDeliveries } from '../../store/tables/webhook-deliveries.ts';
import { type WithEmail, withEmails } from './emails-of-subscribers.ts';
import { mailingOf } from './mailings.ts';

export async function requireEmail({ tx, accountId }: Context, id: string): Promise<OutboxMail> {
  const mail = await outbox.find(tx, accountId, { id });
  if (!mail) throw new NotFoundError('email', id);
  return mail;
}

export async function readEmail(context: Context, id: string) {
  const { tx, accountId } = context;
  const mail = await requireEmail(context, id);
  const delivery =
    mail.deliveryId === null ? undefined : await deliveries.find(tx, accountId, { id: mail.deliveryId });
  const mailing = delivery && mailingOf(delivery);
  return {
    ...mail,
    mailingName: mailing
      ? ((await findRecord(tx, accountId, mailing.table, mailing.id))?.name ?? null)
      : null,
    links: await linksIn(tx, accountId, mail),
    delivery: delivery ?? null,
  };
}

/** The links of an email, and where those that record clicks lead to. */
async function linksIn(tx: Transaction, accountId: string, { html }: OutboxMail) {
  const urls = new Set([...html.matchAll(/\bhref="([^"]*)"/gi)].map(([, url = '']) => unescaped(url)));
  const links: { url: string; target: string }[] = [];
  for (const url of urls) {
    const [, link] = /\/e\/[^/]+\/[^/]+\/c\/([\w-]+)$/.exec(url) ?? [];
    const target = link === undefined ? undefined : await mailLinks.pick(tx, accountId, { id: link }, 'url');
    links.push({ url, target: target ?? url });
  }
  return links;
}

const unescaped = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');

/** The policy of an email as a page: it may not run scripts, send forms or load anything from elsewhere. */
const POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: 'self'";

export async function sourcePage(mail: OutboxMail): Promise<Response> {
  return new Response(new Uint8Array(await emailSource(mail)), {
    headers: {
      'content-type': 'message/rfc822',
      'content-disposition': 'attachment; filename="email.eml"',
      'x-content-type-options': 'nosniff',
    },
  });
}

/** An email as a page without its tracking image, which would record an opening. */
export function emailPage(
  { html, text }: Pick<OutboxMail, 'html' | 'text'>,
  { baseUrl, accountId, id }: { readonly baseUrl: string; readonly accountId: string; readonly id: string },
): Response {
  const image = `${deliveryUrl(baseUrl, accountId, id)}/open.gif`;
  return new Response(html.replaceAll(image, 'data:,') || `<pre>${escapeHtml(text)}</pre>`, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
  });
}

export async function readWebhookDelivery(
  context: Context,
  id: string,
): Promise<WithEmail<WebhookDeliveryRow>> {
  const delivery = await webhookDeliveries.find(context.tx, context.accountId, { id });
  const [found] = await withEmails(context, delivery ? [delivery] : []);
  if (!found) throw new NotFoundError('delivery', id);
  return found;
}
