import type { Context } from '../../domain/context/context.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { deliveryUrl } from '../../email/urls.ts';
import { emailSource } from '../../jobs/network/smtp.ts';
import { escapeHtml } from '../../shared/values/html.ts';
import type { Transaction } from '../../store/engine/store.ts';
import { deliveries } from '../../store/tables/deliveries.ts';
import { mailLinks, type OutboxMail, outbox } from '../../store/tables/outbox.ts';
import { findRecord } from '../../store/tables/records.ts';
import { operation, operationOf } from '../operation.ts';
import { mailingOf } from '../queries/mailings.ts';
import { EMAIL_MEMBERS, mail, previewChoice } from './mail.ts';

export const emailQueries = {
  /** Gets a sent email. */
  get: operation({
    route: 'GET /_admin/outbox/{email_id}',
    answers:
      'The email with its `headers`, its `links` and their targets, its `delivery`, and in `mailing_name` the name of the campaign, broadcast or workflow that sent it.',
    async run(context, { emailId }) {
      const { tx, accountId } = context;
      const mail = await requireEmail(context, emailId);
      const { deliveryId: id } = mail;
      const delivery = id === null ? undefined : await deliveries.find(tx, accountId, { id });
      const mailing = delivery && mailingOf(delivery);
      const record = mailing && (await findRecord(tx, accountId, mailing.table, mailing.id));
      return {
        ...mail,
        mailingName: record?.name ?? null,
        links: await linksIn(tx, accountId, mail),
        delivery: delivery ?? null,
      };
    },
  }),
  /** Gets an email's HTML as a page that cannot run scripts. */
  page: operation({
    route: 'GET /_admin/outbox/{email_id}/preview',
    answers: 'The page, as `text/html`. Showing it records no opening.',
    async run(context, { emailId: id }) {
      const { accountId, services } = context;
      return emailPage(await requireEmail(context, id), { baseUrl: services.baseUrl(), accountId, id });
    },
  }),
  /** Gets the source of a sent email. */
  source: operation({
    route: 'GET /_admin/outbox/{email_id}/eml',
    answers: 'The email as `message/rfc822`, which email clients open.',
    run: (context, { emailId }) => requireEmail(context, emailId),
    async show(mail): Promise<Response> {
      return new Response(new Uint8Array(await emailSource(mail)), {
        headers: {
          'content-type': 'message/rfc822',
          'content-disposition': 'attachment; filename="email.eml"',
          'x-content-type-options': 'nosniff',
        },
      });
    },
  }),
  /** Renders an email for a subscriber as a page that cannot run scripts. */
  draftPage: operation({
    route: 'POST /_admin/emails/preview/page',
    answers:
      'The page, as `text/html`. Content endpoints receive `preview=true`. A form of a page sends the members as JSON in its field `json`.',
    input: previewChoice,
    needsOneOf: EMAIL_MEMBERS,
    async act(scope, { accountId = scope.firstId, email }) {
      const baseUrl = scope.runtime.allServices.shared.baseUrl();
      const preview = await operationOf(mail.preview).perform(scope, { accountId, email });
      return emailPage(preview, { baseUrl, accountId, id: 'preview' });
    },
  }),
};

async function requireEmail({ tx, accountId }: Context, id: string): Promise<OutboxMail> {
  const mail = await outbox.find(tx, accountId, { id });
  if (!mail) throw new NotFoundError('email', id);
  return mail;
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

/** An email as a page without its tracking image, which would record an opening. */
function emailPage(
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
