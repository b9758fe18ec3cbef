import { field as f } from '@trickle/sdk/contract';
import { operation, operationOf } from '../operation.ts';
import { previewPage, readEmail, sourcePage, unsentPage } from '../queries/emails.ts';
import { EMAIL_MEMBERS, mail, previewChoice } from './mail.ts';

export const emailQueries = {
  /** Gets a sent email. */
  get: operation({
    route: 'GET /_admin/outbox/{email_id}',
    answers:
      'The email with its `headers`, its `links` and their targets, its `delivery`, and in `mailing_name` the name of the campaign, broadcast or workflow that sent it.',
    input: () => ({ emailId: f.name() }),
    act: (scope, { accountId, emailId }) => readEmail(scope, accountId, emailId),
  }),
  /** Gets an email's HTML as a page that cannot run scripts. */
  page: operation({
    route: 'GET /_admin/outbox/{email_id}/preview',
    answers: 'The page, as `text/html`. Showing it records no opening.',
    input: () => ({ emailId: f.name() }),
    act: (scope, { accountId, emailId }) => previewPage(scope, accountId, emailId),
  }),
  /** Gets the source of a sent email. */
  source: operation({
    route: 'GET /_admin/outbox/{email_id}/eml',
    answers: 'The email as `message/rfc822`, which email clients open.',
    input: () => ({ emailId: f.name() }),
    act: (scope, { accountId, emailId }) => sourcePage(scope, accountId, emailId),
  }),
  /** Renders an email for a subscriber as a page that cannot run scripts. */
  draftPage: operation({
    route: 'POST /_admin/emails/preview/page',
    answers:
      'The page, as `text/html`. Content endpoints receive `preview=true`. A form of a page sends the members as JSON in its field `json`.',
    input: previewChoice,
    needsOneOf: EMAIL_MEMBERS,
    first: ['email'],
    act: async (scope, { accountId, email }) =>
      unsentPage(scope, accountId, await operationOf(mail.preview).perform(scope, { accountId, email })),
  }),
};
