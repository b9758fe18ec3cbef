import { numberTest } from '@trickle/design/number-test';
import { field as f } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { cancelBroadcast, scheduleBroadcast } from '../../domain/broadcasts/status.ts';
import { changeCampaign } from '../../domain/campaigns/campaigns.ts';
import {
  makeDeliverable,
  recordBounce,
  recordClick,
  recordComplaint,
  recordOpening,
  unsubscribeByEmail,
} from '../../domain/email-delivery/delivery-events.ts';
import { readRecord } from '../../domain/records/parse-record.ts';
import { CampaignChange } from '../../seed/schema.ts';
import { parseTime } from '../../shared/values/time.ts';
import { searched } from '../../store/engine/filter.ts';
import { type Fragment, plain, sql } from '../../store/engine/sql.ts';
import { type ContentCall, type ContentOutcomeName, contentCalls } from '../../store/tables/content-calls.ts';
import { type DeliveryRow, deliveries as emailDeliveries } from '../../store/tables/deliveries.ts';
import { type MailPurpose, type OutboxMail, pageOfMails } from '../../store/tables/outbox.ts';
import { containing, isIn, millisecondsIn, numbers, span, withinSeconds } from '../fields.ts';
import { list, operation } from '../operation.ts';
import type { AdminContext } from '../scope.ts';
import { preview, previewEmail, sendTestEmail } from './email-preview.ts';

/** One of the members that choose an email. */
export const EMAIL_MEMBERS = ['campaignId', 'broadcastId', 'htmlBody', 'textBody'] as const;

export const previewChoice = () => ({ email: z.strictObject(preview()) });

/** A member for each setting of a campaign. The campaign's own code coerces the values. */
const settings = () => {
  const names = Object.keys(CampaignChange().shape);
  return z.strictObject(Object.fromEntries(names.map((name) => [name, f.optional(z.unknown())])));
};

const ofMailing = () => ({
  campaignId: f.optional(f.name()),
  broadcastId: f.optional(f.name()),
  workflowId: f.optional(f.name()),
});

/** The outcome of an email, as a condition for its delivery. */
const OUTCOMES = {
  opened: 'opened_at is not null',
  clicked: 'clicked_at is not null',
  unsubscribed: 'unsubscribed_at is not null',
  bounced: 'bounced_at is not null',
  complained: 'complained_at is not null',
  unopened: 'opened_at is null and clicked_at is null',
  unclicked: 'clicked_at is null',
} as const;

type Outcome = keyof typeof OUTCOMES;

const outcome = () => ({
  /** The outcome of the email. `unopened`: neither opened nor clicked. */
  outcome: f.optional(f.oneOf(...(Object.keys(OUTCOMES) as [Outcome, ...Outcome[]]))),
});

const withOutcome = (outcome: Outcome | undefined): Fragment[] =>
  outcome === undefined ? [] : [plain(OUTCOMES[outcome])];

/** Simulates recipients' actions and previews emails. */
export const mail = {
  /** Lists emails sent to subscribers with their events, oldest first. */
  deliveries: list({
    route: 'GET /_admin/deliveries',
    answers:
      '`deliveries`, each with `email`, the address of the subscriber, `sent_at`, `opened_at`, `clicked_at` and `bounced_at`.',
    input: () => ({
      subscriberId: f.optional(f.name()),
      ...ofMailing(),
      ...span(),
      ...outcome(),
      /** A part of the subject, or of the subscriber's address, name or id; case-insensitive. */
      search: f.optional(f.name()),
    }),
    member: 'deliveries',
    withEmail: true,
    page: ({ tx, accountId }, { since, until, outcome, search, ...filter }, choice) =>
      emailDeliveries.page(tx, accountId, filter, {
        ...choice,
        conditions: [
          ...withinSeconds('sent_at', { since, until }),
          ...withOutcome(outcome),
          ...searched(accountId, search, { columns: ['email_subject'] }),
        ],
      }),
  }),
  /** Records an open, as loading the tracking image does. */
  open: operation({
    route: 'POST /_admin/deliveries/{delivery_id}/open',
    status: 204,
    run: (context, { deliveryId: id }) => recordOpening(context, id),
  }),
  /** Records a click on a link to `url`. */
  click: operation({
    route: 'POST /_admin/deliveries/{delivery_id}/click',
    status: 204,
    input: () => ({
      url: f.url(),
      userAgent: f.optional(f.text()),
      ipAddress: f.optional(f.text()),
    }),
    first: ['deliveryId', 'url'],
    run: (context, { deliveryId: id, url, userAgent = null, ipAddress = null }) =>
      recordClick(context, id, { url, userAgent, ipAddress }),
  }),
  /** Bounces an email. A hard bounce, the default, makes the subscriber undeliverable. */
  bounce: operation({
    route: 'POST /_admin/deliveries/{delivery_id}/bounce',
    status: 204,
    input: () => ({
      /** Whether the bounce is hard, which makes the subscriber undeliverable. Default true. */
      isHard: f.optional(f.boolean()),
    }),
    run: (context, { deliveryId: id, isHard }) => recordBounce(context, id, isHard),
  }),
  /** Reports an email as spam, which makes the subscriber undeliverable. */
  complain: operation({
    route: 'POST /_admin/deliveries/{delivery_id}/complain',
    status: 204,
    run: (context, { deliveryId: id }) => recordComplaint(context, id),
  }),
  /** Follows the unsubscribe link. `scope`: `campaign` or `all`. Default: as in the link. */
  unsubscribe: operation({
    route: 'POST /_admin/deliveries/{delivery_id}/unsubscribe',
    status: 204,
    input: () => ({
      /** `campaign` unsubscribes from the email's campaign; `all` from all mailings. Default: as in the link. */
      scope: f.optional(f.oneOf('campaign', 'all')),
    }),
    run: (context, { deliveryId: id, scope = 'campaign' }) => unsubscribeByEmail(context, id, scope),
  }),
  /** Marks an undeliverable subscriber as deliverable. */
  makeDeliverable: operation({
    route: 'POST /_admin/subscribers/{subscriber_id}/make_deliverable',
    status: 204,
    run: (context, { subscriberId }) => makeDeliverable(context, subscriberId),
  }),
  /** Renders an email for a subscriber without sending it. Content endpoints receive `preview=true`. */
  preview: operation({
    route: 'POST /_admin/emails/preview',
    answers:
      '`subject`, `html`, `text`, `from`, `to`, and the `shortcodes` of its dynamic content. Content endpoints receive `preview=true`.',
    input: previewChoice,
    needsOneOf: EMAIL_MEMBERS,
    first: ['email'],
    act: ({ runtime, firstId }, { accountId = firstId, email }) =>
      previewEmail(runtime.allServices.forAccount(accountId), accountId, email),
  }),
  /** Sends a preview to an address. */
  sendTest: operation({
    route: 'POST /_admin/emails/test',
    answers: 'The email, as in the outbox.',
    status: 201,
    input: () => ({ email: z.strictObject({ ...preview(), to: f.email() }) }),
    needsOneOf: EMAIL_MEMBERS,
    first: ['email'],
    act: ({ runtime, firstId, line }, { accountId = firstId, email }) =>
      sendTestEmail(runtime.allServices.forAccount(accountId), accountId, email, line),
  }),
};

/** Broadcast operations that the REST API lacks. */
const broadcasts = {
  /** Schedules a draft or reschedules a broadcast. */
  schedule: operation({
    route: 'POST /_admin/broadcasts/{broadcast_id}/schedule',
    status: 204,
    input: () => ({ when: z.strictObject({ send_at: f.isoTime() }) }),
    first: ['broadcastId', 'when'],
    async run(context, { broadcastId, when }) {
      await scheduleBroadcast(context, broadcastId, parseTime(when.send_at));
    },
  }),
  /** Cancels a broadcast before it is sent. */
  cancel: operation({
    route: 'POST /_admin/broadcasts/{broadcast_id}/cancel',
    status: 204,
    async run(context, { broadcastId }) {
      await cancelBroadcast(context, broadcastId);
    },
  }),
};

/** Campaign operations that the REST API lacks. */
const campaigns = {
  /**
   * Changes a campaign's emails (the whole list), sending times, name or sender. Active subscribers continue with the next email
   * of the new list; subscribers who completed the campaign get nothing more.
   */
  change: operation({
    route: 'PUT /_admin/campaigns/{campaign_id}',
    answers: 'No content. Active subscribers continue with the next email of the new list.',
    status: 204,
    input: () => ({ change: settings() as z.ZodMiniType<CampaignChange> }), // with these names
    wire: () => ({ change: CampaignChange() }),
    first: ['campaignId', 'change'],
    async run(context, { campaignId, change }) {
      await changeCampaign(context, campaignId, readRecord(CampaignChange, change));
    },
  }),
};

/** An email with what became of it; null for one outside mailings. */
export interface MailWithDelivery extends OutboxMail {
  readonly delivery: DeliveryRow | null;
}

async function withDeliveries(
  { tx, accountId }: AdminContext,
  mails: readonly OutboxMail[],
): Promise<MailWithDelivery[]> {
  const ids = mails.flatMap(({ deliveryId }) => deliveryId ?? []);
  const found = await emailDeliveries.all(tx, accountId, sql`id in (${ids})`);
  const byId = new Map(found.map((delivery) => [delivery.id, delivery]));
  return mails.map((mail) => ({ ...mail, delivery: byId.get(mail.deliveryId ?? '') ?? null }));
}

const PURPOSES = [
  'campaign',
  'broadcast',
  'workflow',
  'confirmation',
  'notification',
  'test',
] as const satisfies readonly MailPurpose[];

const CONTENT_OUTCOMES = [
  'success',
  'permanent',
  'retry_later',
  'temporary',
  'unsupported',
] as const satisfies readonly ContentOutcomeName[];

/** Reads and controls emails, broadcasts and campaigns. */
export const emailControls = {
  /** Lists sent emails in full, oldest first. The server retains the newest 10,000 of an account. */
  outbox: list({
    name: 'mail.outbox',
    route: 'GET /_admin/outbox',
    answers:
      '`outbox`, each with `to`, `subject`, `html`, `text`, `headers` and `sent_at`, and its `delivery` if it belongs to a mailing.',
    input: () => ({
      /** An email address, case-insensitive. */
      to: f.optional(f.name()),
      subscriberId: f.optional(f.name()),
      ...ofMailing(),
      ...span(),
      ...outcome(),
      /** A part of the recipient's address or of the subject; case-insensitive. */
      search: f.optional(f.name()),
      /** The whole subject. */
      subject: f.optional(f.text()),
      purpose: f.optional(f.oneOf(...PURPOSES)),
    }),
    member: 'outbox',
    async page(context, { since, until, outcome, search: _, subject: __, purpose: ___, ...filter }, choice) {
      const { tx, accountId } = context;
      const ofOutcome = withOutcome(outcome).map(
        (condition) =>
          sql`delivery_id in (select id from deliveries where account_id = ${accountId} and ${condition})`,
      );
      const conditions = [...withinSeconds('sent_at', { since, until }), ...ofOutcome];
      const page = await pageOfMails(tx, accountId, filter, { ...choice, conditions });
      return { ...page, rows: await withDeliveries(context, page.rows) };
    },
    testOf({ search, subject, purpose }) {
      if ((search ?? subject ?? purpose) === undefined) return undefined;
      const contains = containing<OutboxMail>(search, (mail) => [mail.to, mail.subject]);
      return (mail) =>
        contains(mail) &&
        (subject === undefined || mail.subject === subject) &&
        (purpose === undefined || mail.purpose === purpose);
    },
  }),
  /** Lists dynamic content requests, oldest first. The server retains the newest 10,000 of an account. */
  contentCalls: list({
    name: 'mail.contentCalls',
    route: 'GET /_admin/content_calls',
    answers: '`content_calls`, each with `url`, `status`, `outcome` and `error`.',
    input: () => ({
      ...span(),
      outcome: f.optional(f.oneOf(...CONTENT_OUTCOMES)),
      /** The status of the answer, or several: `500`, `4xx`. */
      status: f.optional(numbers()),
      /** A part of the shortcode, the URL, the answer or the error; case-insensitive. */
      search: f.optional(f.name()),
    }),
    member: 'contentCalls',
    page: ({ tx, accountId }, _, choice) => contentCalls.page(tx, accountId, {}, choice),
    testOf({ since, until, outcome, status, search }) {
      if ((since ?? until ?? outcome ?? status ?? search) === undefined) return undefined;
      const time = millisecondsIn({ since, until });
      const textsOf = ({ shortcode, url, body = '', error = '' }: ContentCall) => [
        shortcode,
        url,
        body,
        error,
      ];
      const contains = containing(search, textsOf);
      const isStatus = numberTest(status ?? '') ?? (() => true);
      return (call) =>
        contains(call) &&
        (outcome === undefined || call.outcome === outcome) &&
        isStatus(call.status ?? Number.NaN) &&
        isIn(parseTime(call.calledAt), time);
    },
  }),
  mail,
  broadcasts,
  campaigns,
};
