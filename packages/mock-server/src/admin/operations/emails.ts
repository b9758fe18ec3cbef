import { operation, operationOf } from '../operation.ts';
import { emailPage, readEmail, requireEmail, sourcePage } from '../queries/emails.ts';
import { EMAIL_MEMBERS, mail, previewChoice } from './mail.ts';

export const emailQueries = {
  /** Gets a sent email. */
  get: operation({
    route: 'GET /_admin/outbox/{email_id}',
    answers:
      'The email with its `headers`, its `links` and their targets, its `delivery`, and in `mailing_name` the name of the campaign, broadcast or workflow that sent it.',
    run: (context, { emailId }) => readEmail(context, emailId),
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
    show: sourcePage,
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
