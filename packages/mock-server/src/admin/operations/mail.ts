import { field as f, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { CampaignChange } from '../../seed/schema.ts';
import { operation } from '../operation.ts';
import { withCamelNames } from '../wire-names.ts';
import { account } from './fields.ts';

const OfAccount = schema(() => z.strictObject(account()));
const OfOutbox = schema(() =>
  z.strictObject({
    ...account(),
    /** An address, without regard to case. */
    to: f.optional(f.name()),
    subscriber_id: f.optional(f.name()),
  }),
);
const OfDeliveries = schema(() =>
  z.strictObject({
    ...account(),
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
    /** Whether it comes back for good, which makes the person undeliverable. Default true. */
    is_hard: f.optional(f.boolean()),
  }),
);
const Unsubscribe = schema(() =>
  z.strictObject({
    ...delivery(),
    /** `campaign` ends the email's campaign, as its link does; `all` ends all mailings. */
    scope: f.optional(f.oneOf('campaign', 'all')),
  }),
);
const OnePerson = schema(() => z.strictObject({ ...account(), subscriber_id: f.name() }));

const preview = () => ({
  ...account(),
  /** The id or email address of a person. */
  subscriber: f.name(),
  campaign_id: f.optional(f.name()),
  /** Which email of the campaign, from 0. Default 0. */
  email_index: f.optional(f.integerFrom(0)),
  broadcast_id: f.optional(f.name()),
});
const ofMailing = () => f.needsOneOf('campaign_id', 'broadcast_id');
const OnePreview = schema(() => z.strictObject(preview()).check(...ofMailing()));
const TestEmail = schema(() => z.strictObject({ ...preview(), to: f.email() }).check(...ofMailing()));

const OneBroadcast = schema(() => z.strictObject({ ...account(), broadcast_id: f.name() }));
const Schedule = schema(() => z.strictObject({ ...account(), broadcast_id: f.name(), send_at: f.isoTime() }));

const OneCampaign = schema(() =>
  z.strictObject({ ...account(), campaign_id: f.name(), ...CampaignChange().shape }),
);

/** What becomes of an email that was sent, by the operation's last part. */
const happenings = [
  operation('mail.open', 'POST /_admin/deliveries/{delivery_id}/open', {
    summary: 'Opens an email, as loading its image does',
    answers: 'Nothing.',
    status: 204,
    input: OneDelivery,
    run: (server, { delivery_id: id, account_id: accountId }) => server.mail.open(id, { accountId }),
  }),
  operation('mail.click', 'POST /_admin/deliveries/{delivery_id}/click', {
    summary: 'Clicks a link in an email',
    answers: 'Nothing.',
    status: 204,
    input: Click,
    run: (server, { delivery_id: id, url, ...choice }) => server.mail.click(id, url, withCamelNames(choice)),
  }),
  operation('mail.bounce', 'POST /_admin/deliveries/{delivery_id}/bounce', {
    summary: 'Lets an email come back',
    answers: 'Nothing.',
    status: 204,
    input: Bounce,
    run: (server, { delivery_id: id, ...choice }) => server.mail.bounce(id, withCamelNames(choice)),
  }),
  operation('mail.complain', 'POST /_admin/deliveries/{delivery_id}/complain', {
    summary: 'Calls an email spam, which makes the person undeliverable',
    answers: 'Nothing.',
    status: 204,
    input: OneDelivery,
    run: (server, { delivery_id: id, account_id: accountId }) => server.mail.complain(id, { accountId }),
  }),
  operation('mail.unsubscribe', 'POST /_admin/deliveries/{delivery_id}/unsubscribe', {
    summary: 'Follows the unsubscribe link of an email',
    answers: 'Nothing.',
    status: 204,
    input: Unsubscribe,
    run: (server, { delivery_id: id, ...choice }) => server.mail.unsubscribe(id, withCamelNames(choice)),
  }),
];

export const mail = [
  operation('mail.outbox', 'GET /_admin/outbox', {
    summary: 'Lists the emails that were sent, whole, in the order in which they were sent',
    answers: '`outbox`, each with `to`, `subject`, `html`, `text`, `headers` and `sent_at`.',
    input: OfOutbox,
    run: async (server, filter) => ({ outbox: await server.outbox(withCamelNames(filter)) }),
  }),
  operation('mail.deliveries', 'GET /_admin/deliveries', {
    summary: 'Lists the emails that were sent to people, and what became of them',
    answers: '`deliveries`, each with `sent_at`, `opened_at`, `clicked_at`, `bounced_at` and so on.',
    input: OfDeliveries,
    run: async (server, filter) => ({ deliveries: await server.mail.deliveries(withCamelNames(filter)) }),
  }),
  ...happenings,
  operation('mail.makeDeliverable', 'POST /_admin/subscribers/{subscriber_id}/make_deliverable', {
    summary: 'Lets an undeliverable person be deliverable again',
    answers: 'Nothing.',
    status: 204,
    input: OnePerson,
    run: (server, { subscriber_id: id, account_id: accountId }) =>
      server.mail.makeDeliverable(id, { accountId }),
  }),
  operation('mail.preview', 'POST /_admin/emails/preview', {
    summary: 'Renders an email as someone would get it, with `preview=true` to content endpoints',
    answers: 'The email: `subject`, `html`, `text`, `from` and `to`. Nothing is sent.',
    input: OnePreview,
    run: (server, { account_id: accountId, ...choice }) =>
      server.mail.preview(withCamelNames(choice), { accountId }),
  }),
  operation('mail.sendTest', 'POST /_admin/emails/test', {
    summary: 'Sends such a preview to an address',
    answers: 'The email as it is in the outbox.',
    status: 201,
    input: TestEmail,
    run: (server, { account_id: accountId, ...choice }) =>
      server.mail.sendTest(withCamelNames(choice), { accountId }),
  }),
  operation('mail.contentCalls', 'GET /_admin/content_calls', {
    summary: 'Lists the requests for content of emails, in their order',
    answers: '`content_calls`, each with `url`, `status`, `outcome` and `error`.',
    input: OfAccount,
    run: async (server, choice) => ({ contentCalls: await server.contentCalls(withCamelNames(choice)) }),
  }),
  operation('campaigns.change', 'PUT /_admin/campaigns/{campaign_id}', {
    summary: 'Gives a campaign other emails, all of them in their order, or other sending times',
    answers: 'Nothing. Whoever is on it goes on by them.',
    status: 204,
    input: OneCampaign,
    run: (server, { campaign_id: id, account_id: accountId, ...change }) =>
      server.campaigns.change(id, change, { accountId }),
  }),
  operation('broadcasts.schedule', 'POST /_admin/broadcasts/{broadcast_id}/schedule', {
    summary: 'Schedules a draft, or schedules a broadcast anew',
    answers: 'Nothing.',
    status: 204,
    input: Schedule,
    run: (server, { broadcast_id: id, send_at, account_id: accountId }) =>
      server.broadcasts.schedule(id, { send_at }, { accountId }),
  }),
  operation('broadcasts.cancel', 'POST /_admin/broadcasts/{broadcast_id}/cancel', {
    summary: 'Cancels a broadcast that is not on its way yet',
    answers: 'Nothing.',
    status: 204,
    input: OneBroadcast,
    run: (server, { broadcast_id: id, account_id: accountId }) => server.broadcasts.cancel(id, { accountId }),
  }),
];
