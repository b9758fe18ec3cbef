import { field as f, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { CampaignChange } from '../../seed/schema.ts';
import { pageOfContentCalls } from '../../store/tables/content-calls.ts';
import { pageOfDeliveries } from '../../store/tables/deliveries.ts';
import { pageOfMails } from '../../store/tables/outbox.ts';
import { operation } from '../operation.ts';
import { previewPage, readEmail, unsentPage } from '../queries/emails.ts';
import { withCamelNames } from '../wire.ts';
import { account, page } from './fields.ts';

const OfCalls = schema(() => z.strictObject({ ...account(), ...page() }));
const OfOutbox = schema(() =>
  z.strictObject({
    ...account(),
    ...page(),
    /** An email address, case-insensitive. */
    to: f.optional(f.name()),
    subscriber_id: f.optional(f.name()),
  }),
);
const OneEmail = schema(() => z.strictObject({ ...account(), email_id: f.name() }));
const OfDeliveries = schema(() =>
  z.strictObject({
    ...account(),
    ...page(),
    subscriber_id: f.optional(f.name()),
    campaign_id: f.optional(f.name()),
    broadcast_id: f.optional(f.name()),
  }),
);

const delivery = () => ({ ...account(), delivery_id: f.name() });
const OneDelivery = schema(() => z.strictObject(delivery()));
const Click = schema(() =>
  z.strictObject({
    ...delivery(),
    url: f.url(),
    user_agent: f.optional(f.text()),
    ip_address: f.optional(f.text()),
  }),
);
const Bounce = schema(() =>
  z.strictObject({
    ...delivery(),
    /** Whether the bounce is hard, which makes the subscriber undeliverable. Default true. */
    is_hard: f.optional(f.boolean()),
  }),
);
const Unsubscribe = schema(() =>
  z.strictObject({
    ...delivery(),
    /** `campaign` unsubscribes from the email's campaign; `all` from all mailings. Default: as in the link. */
    scope: f.optional(f.oneOf('campaign', 'all')),
  }),
);
const OneSubscriber = schema(() => z.strictObject({ ...account(), subscriber_id: f.name() }));

const preview = () => ({
  ...account(),
  /** The id or email address of a subscriber. */
  subscriber: f.name(),
  campaign_id: f.optional(f.name()),
  /** Zero-based index of the email in the campaign. Default 0. */
  email_index: f.optional(f.integerFrom(0)),
  broadcast_id: f.optional(f.name()),
  /** `none` calls no content endpoint, and leaves dynamic content out. Default `fetch`. */
  content: f.optional(f.oneOf('fetch', 'none')),
});
const ofMailing = () => f.needsOneOf('campaign_id', 'broadcast_id');
const OnePreview = schema(() => z.strictObject(preview()).check(...ofMailing()));
const TestEmail = schema(() => z.strictObject({ ...preview(), to: f.email() }).check(...ofMailing()));

const OneBroadcast = schema(() => z.strictObject({ ...account(), broadcast_id: f.name() }));
const Schedule = schema(() => z.strictObject({ ...account(), broadcast_id: f.name(), send_at: f.isoTime() }));

const OneCampaign = schema(() =>
  z.strictObject({ ...account(), campaign_id: f.name(), ...CampaignChange().shape }),
);

/** Recipients' actions, named by the last path segment. */
const recipientActions = [
  operation('mail.open', 'POST /_admin/deliveries/{delivery_id}/open', {
    summary: 'Record an open, as loading the tracking image does',
    answers: 'No content.',
    status: 204,
    input: OneDelivery,
    run: (server, { delivery_id: id, account_id: accountId }) => server.mail.open(id, { accountId }),
  }),
  operation('mail.click', 'POST /_admin/deliveries/{delivery_id}/click', {
    summary: 'Record a click on a link',
    answers: 'No content.',
    status: 204,
    input: Click,
    run: (server, { delivery_id: id, url, ...choice }) => server.mail.click(id, url, withCamelNames(choice)),
  }),
  operation('mail.bounce', 'POST /_admin/deliveries/{delivery_id}/bounce', {
    summary: 'Bounce an email',
    answers: 'No content.',
    status: 204,
    input: Bounce,
    run: (server, { delivery_id: id, ...choice }) => server.mail.bounce(id, withCamelNames(choice)),
  }),
  operation('mail.complain', 'POST /_admin/deliveries/{delivery_id}/complain', {
    summary: 'Report an email as spam, which makes the subscriber undeliverable',
    answers: 'No content.',
    status: 204,
    input: OneDelivery,
    run: (server, { delivery_id: id, account_id: accountId }) => server.mail.complain(id, { accountId }),
  }),
  operation('mail.unsubscribe', 'POST /_admin/deliveries/{delivery_id}/unsubscribe', {
    summary: 'Follow the unsubscribe link of an email',
    answers: 'No content.',
    status: 204,
    input: Unsubscribe,
    run: (server, { delivery_id: id, ...choice }) => server.mail.unsubscribe(id, withCamelNames(choice)),
  }),
];

export const mail = [
  operation('mail.outbox', 'GET /_admin/outbox', {
    summary: 'List sent emails in full, oldest first',
    answers: '`outbox`, each with `to`, `subject`, `html`, `text`, `headers` and `sent_at`.',
    input: OfOutbox,
    async run(_, { account_id, to, subscriber_id: subscriberId, ...page }, inspector) {
      const { rows, ...more } = await inspector.list(account_id, page, 1, ({ tx, accountId }, choice) =>
        pageOfMails(tx, accountId, { to, subscriberId }, choice),
      );
      return { outbox: rows, ...more };
    },
  }),
  operation('mail.get', 'GET /_admin/outbox/{email_id}', {
    summary: 'Get a sent email',
    answers:
      'The email with its `headers`, its `links` and their targets, its `delivery`, and in `mailing_name` the name of the campaign, broadcast or workflow that sent it.',
    input: OneEmail,
    run: (_, { account_id, email_id: id }, inspector) => readEmail(inspector, account_id, id),
  }),
  operation('mail.page', 'GET /_admin/outbox/{email_id}/preview', {
    summary: "Get an email's HTML as a page that cannot run scripts",
    answers: 'The page, as `text/html`. Showing it records no opening.',
    input: OneEmail,
    run: (_, { account_id, email_id: id }, inspector) => previewPage(inspector, account_id, id),
  }),
  operation('mail.deliveries', 'GET /_admin/deliveries', {
    summary: 'List emails sent to subscribers and their events',
    answers: '`deliveries`, each with `sent_at`, `opened_at`, `clicked_at` and `bounced_at`.',
    input: OfDeliveries,
    async run(_, { account_id, ...choice }, inspector) {
      const { limit, cursor, order, ...filter } = choice;
      const page = { limit, cursor, order };
      const { rows, ...more } = await inspector.list(account_id, page, 1, ({ tx, accountId }, choice) =>
        pageOfDeliveries(tx, accountId, withCamelNames(filter), choice),
      );
      return { deliveries: rows, ...more };
    },
  }),
  ...recipientActions,
  operation('mail.makeDeliverable', 'POST /_admin/subscribers/{subscriber_id}/make_deliverable', {
    summary: 'Mark an undeliverable subscriber as deliverable',
    answers: 'No content.',
    status: 204,
    input: OneSubscriber,
    run: (server, { subscriber_id: id, account_id: accountId }) =>
      server.mail.makeDeliverable(id, { accountId }),
  }),
  operation('mail.preview', 'POST /_admin/emails/preview', {
    summary: 'Render an email for a subscriber without sending it',
    answers:
      '`subject`, `html`, `text`, `from`, `to`, and the `shortcodes` of its dynamic content. Content endpoints receive `preview=true`.',
    input: OnePreview,
    run: (server, { account_id: accountId, ...choice }) =>
      server.mail.preview(withCamelNames(choice), { accountId }),
  }),
  operation('mail.previewPage', 'GET /_admin/emails/preview', {
    summary: 'Render an email for a subscriber as a page that cannot run scripts',
    answers: 'The page, as `text/html`. Content endpoints receive `preview=true`.',
    input: OnePreview,
    run: async (server, { account_id: accountId, ...choice }, inspector) =>
      unsentPage(inspector, accountId, await server.mail.preview(withCamelNames(choice), { accountId })),
  }),
  operation('mail.sendTest', 'POST /_admin/emails/test', {
    summary: 'Send a preview to an address',
    answers: 'The email, as in the outbox.',
    status: 201,
    input: TestEmail,
    run: (server, { account_id: accountId, ...choice }) =>
      server.mail.sendTest(withCamelNames(choice), { accountId }),
  }),
  operation('mail.contentCalls', 'GET /_admin/content_calls', {
    summary: 'List dynamic content requests, oldest first',
    answers: '`content_calls`, each with `url`, `status`, `outcome` and `error`.',
    input: OfCalls,
    async run(_, { account_id, ...page }, inspector) {
      const { rows, ...more } = await inspector.list(account_id, page, 1, ({ tx, accountId }, choice) =>
        pageOfContentCalls(tx, accountId, choice),
      );
      return { contentCalls: rows, ...more };
    },
  }),
  operation('campaigns.change', 'PUT /_admin/campaigns/{campaign_id}', {
    summary: "Change a campaign's emails (the whole list), sending times, name or sender",
    answers: 'No content. Active subscribers continue with the next email of the new list.',
    status: 204,
    input: OneCampaign,
    run: (server, { campaign_id: id, account_id: accountId, ...change }) =>
      server.campaigns.change(id, change, { accountId }),
  }),
  operation('broadcasts.schedule', 'POST /_admin/broadcasts/{broadcast_id}/schedule', {
    summary: 'Schedule a draft or reschedule a broadcast',
    answers: 'No content.',
    status: 204,
    input: Schedule,
    run: (server, { broadcast_id: id, send_at, account_id: accountId }) =>
      server.broadcasts.schedule(id, { send_at }, { accountId }),
  }),
  operation('broadcasts.cancel', 'POST /_admin/broadcasts/{broadcast_id}/cancel', {
    summary: 'Cancel a broadcast before it is sent',
    answers: 'No content.',
    status: 204,
    input: OneBroadcast,
    run: (server, { broadcast_id: id, account_id: accountId }) => server.broadcasts.cancel(id, { accountId }),
  }),
];
