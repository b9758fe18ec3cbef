import { field as f } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { cancelBroadcast, scheduleBroadcast } from '../../domain/broadcasts/status.ts';
import { changeCampaign } from '../../domain/campaigns/change.ts';
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
import { contentCalls } from '../../store/tables/content-calls.ts';
import { deliveries as emailDeliveries } from '../../store/tables/deliveries.ts';
import { pageOfMails } from '../../store/tables/outbox.ts';
import { span, withinSeconds } from '../fields.ts';
import type { InProcess } from '../functions.ts';
import { list, operation } from '../operation.ts';
import { previewEmail, sendTestEmail } from './email-preview.ts';

const delivery = () => ({ deliveryId: f.name() });

/** An email that is still being written. */
const draft = () => ({
  /** With a body, the email to render in place of that of the campaign or broadcast. */
  subject: f.optional(f.text()),
  htmlBody: f.optional(f.text()),
  textBody: f.optional(f.text()),
});

/** One of the members that choose an email. */
export const EMAIL_MEMBERS = ['campaignId', 'broadcastId', 'htmlBody', 'textBody'] as const;

const preview = () => ({
  /** The id or email address of a subscriber. */
  subscriber: f.name(),
  campaignId: f.optional(f.name()),
  /** Zero-based index of the email in the campaign. Default 0. */
  emailIndex: f.optional(f.integerFrom(0)),
  broadcastId: f.optional(f.name()),
  ...draft(),
  /** `none` calls no content endpoint, and leaves dynamic content out. Default `fetch`. */
  content: f.optional(f.oneOf('fetch', 'none')),
});

/** An email to preview. */
export const previewChoice = () => ({ email: z.strictObject(preview()) });

/** A member for each setting of a campaign. The campaign's own code coerces the values. */
const settings = () => {
  const names = Object.keys(CampaignChange().shape);
  return z.strictObject(Object.fromEntries(names.map((name) => [name, f.optional(z.unknown())])));
};

/** The mailing of an email. */
const ofMailing = () => ({
  campaignId: f.optional(f.name()),
  broadcastId: f.optional(f.name()),
  workflowId: f.optional(f.name()),
});

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
    }),
    member: 'deliveries',
    withEmail: true,
    page: ({ tx, accountId }, { since, until, ...filter }, choice) =>
      emailDeliveries.page(tx, accountId, filter, {
        ...choice,
        conditions: withinSeconds('sent_at', { since, until }),
      }),
  }),
  /** Records an open, as loading the tracking image does. */
  open: operation({
    route: 'POST /_admin/deliveries/{delivery_id}/open',
    answers: 'No content.',
    status: 204,
    input: delivery,
    first: ['deliveryId'],
    run: (context, { deliveryId: id }) => recordOpening(context, id),
  }),
  /** Records a click on a link to `url`. */
  click: operation({
    route: 'POST /_admin/deliveries/{delivery_id}/click',
    answers: 'No content.',
    status: 204,
    input: () => ({
      ...delivery(),
      url: f.name(),
      userAgent: f.optional(f.text()),
      ipAddress: f.optional(f.text()),
    }),
    wire: () => ({
      ...delivery(),
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
    answers: 'No content.',
    status: 204,
    input: () => ({
      ...delivery(),
      /** Whether the bounce is hard, which makes the subscriber undeliverable. Default true. */
      isHard: f.optional(f.boolean()),
    }),
    first: ['deliveryId'],
    run: (context, { deliveryId: id, isHard }) => recordBounce(context, id, isHard),
  }),
  /** Reports an email as spam, which makes the subscriber undeliverable. */
  complain: operation({
    route: 'POST /_admin/deliveries/{delivery_id}/complain',
    answers: 'No content.',
    status: 204,
    input: delivery,
    first: ['deliveryId'],
    run: (context, { deliveryId: id }) => recordComplaint(context, id),
  }),
  /** Follows the unsubscribe link. `scope`: `campaign` or `all`. Default: as in the link. */
  unsubscribe: operation({
    route: 'POST /_admin/deliveries/{delivery_id}/unsubscribe',
    answers: 'No content.',
    status: 204,
    input: () => ({
      ...delivery(),
      /** `campaign` unsubscribes from the email's campaign; `all` from all mailings. Default: as in the link. */
      scope: f.optional(f.oneOf('campaign', 'all')),
    }),
    first: ['deliveryId'],
    run: (context, { deliveryId: id, scope = 'campaign' }) => unsubscribeByEmail(context, id, scope),
  }),
  /** Marks an undeliverable subscriber as deliverable. */
  makeDeliverable: operation({
    route: 'POST /_admin/subscribers/{subscriber_id}/make_deliverable',
    answers: 'No content.',
    status: 204,
    input: () => ({ subscriberId: f.name() }),
    first: ['subscriberId'],
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
    act: ({ runtime, firstId }, { accountId = firstId, email }) =>
      sendTestEmail(runtime.allServices.forAccount(accountId), accountId, email),
  }),
};

/** Simulates recipients' actions and previews emails. */
export interface EmailControl extends InProcess<typeof mail> {}

/** Broadcast operations that the REST API lacks. */
const broadcasts = {
  /** Schedules a draft or reschedules a broadcast. */
  schedule: operation({
    route: 'POST /_admin/broadcasts/{broadcast_id}/schedule',
    answers: 'No content.',
    status: 204,
    input: () => ({ broadcastId: f.name(), when: z.strictObject({ send_at: f.isoTime() }) }),
    first: ['broadcastId', 'when'],
    async run(context, { broadcastId, when }) {
      await scheduleBroadcast(context, broadcastId, parseTime(when.send_at));
    },
  }),
  /** Cancels a broadcast before it is sent. */
  cancel: operation({
    route: 'POST /_admin/broadcasts/{broadcast_id}/cancel',
    answers: 'No content.',
    status: 204,
    input: () => ({ broadcastId: f.name() }),
    first: ['broadcastId'],
    async run(context, { broadcastId }) {
      await cancelBroadcast(context, broadcastId);
    },
  }),
};

/** Broadcast operations that the REST API lacks. */
export interface BroadcastControl extends InProcess<typeof broadcasts> {}

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
    input: () => ({ campaignId: f.name(), change: settings() as z.ZodMiniType<CampaignChange> }), // with these names
    wire: () => ({ campaignId: f.name(), change: CampaignChange() }),
    first: ['campaignId', 'change'],
    async run(context, { campaignId, change }) {
      await changeCampaign(context, campaignId, readRecord(CampaignChange, change));
    },
  }),
};

/** Campaign operations that the REST API lacks. */
export interface CampaignControl extends InProcess<typeof campaigns> {}

/** Reads and controls emails, broadcasts and campaigns. */
export const emailControls = {
  /** Lists sent emails in full, oldest first. The server retains the newest 10,000 of an account. */
  outbox: list({
    name: 'mail.outbox',
    route: 'GET /_admin/outbox',
    answers: '`outbox`, each with `to`, `subject`, `html`, `text`, `headers` and `sent_at`.',
    input: () => ({
      /** An email address, case-insensitive. */
      to: f.optional(f.name()),
      subscriberId: f.optional(f.name()),
      ...ofMailing(),
      ...span(),
    }),
    member: 'outbox',
    page: ({ tx, accountId }, { since, until, ...filter }, choice) =>
      pageOfMails(tx, accountId, filter, {
        ...choice,
        conditions: withinSeconds('sent_at', { since, until }),
      }),
  }),
  /** Lists dynamic content requests, oldest first. The server retains the newest 10,000 of an account. */
  contentCalls: list({
    name: 'mail.contentCalls',
    route: 'GET /_admin/content_calls',
    answers: '`content_calls`, each with `url`, `status`, `outcome` and `error`.',
    member: 'contentCalls',
    page: ({ tx, accountId }, _, choice) => contentCalls.page(tx, accountId, {}, choice),
  }),
  mail,
  broadcasts,
  campaigns,
};

/** Reads and controls emails, broadcasts and campaigns. */
export interface EmailControls extends InProcess<typeof emailControls> {
  readonly mail: EmailControl;
  readonly broadcasts: BroadcastControl;
  readonly campaigns: CampaignControl;
}
