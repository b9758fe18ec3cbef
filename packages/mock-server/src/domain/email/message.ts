import type { Composed } from '../../email/compose.ts';
import { headersOf, mailbox } from '../../email/headers.ts';
import type { Scope } from '../../email/liquid.ts';
import { deliveryUrl, linkId } from '../../email/urls.ts';
import type { DeliveryRow } from '../../store/deliveries.ts';
import type { CampaignEmail } from '../../store/record-data.ts';
import type { RecordRow } from '../../store/records.ts';
import type { SubscriberRow } from '../../store/subscribers.ts';
import { listTagsOf } from '../../store/tags.ts';
import { isoTime } from '../../values/iso-time.ts';
import type { EmailContext, Sender } from './sender.ts';
import { accountScope, subscriberScope } from './template-scope.ts';

/** An email for one person, and the mailing that it belongs to. */
export interface EmailMessage {
  readonly subscriber: SubscriberRow;
  readonly email: Omit<CampaignEmail, 'delay'>;
  readonly campaign?: RecordRow<'campaigns'> | undefined;
  readonly broadcast?: RecordRow<'broadcasts'> | undefined;
  /** With the properties of the event that put the person on the workflow, where one did. */
  readonly workflow?:
    | { readonly id: string; readonly event: Readonly<Record<string, unknown>> | null }
    | undefined;
}

/** What an email is made of beside its template. Links that are met are put into `links`. */
export async function renderContext(
  { context, account, zone, html }: EmailContext,
  message: EmailMessage,
  { id, my, sender, links }: { id: string; my: Scope; sender: Sender; links: Map<string, string> },
) {
  const { world, tx, accountId } = context;
  const { subscriber, campaign, broadcast, workflow } = message;
  const base = deliveryUrl(world.baseUrl(), accountId, id);
  const isLocal = mailingOf(message)?.data.localize_sending_time ?? false;
  const mailing = campaign ?? broadcast;
  return {
    scope: {
      subscriber: subscriberScope(subscriber, await listTagsOf(tx, accountId, subscriber.id)),
      account: accountScope(accountId, account),
      ...(mailing && { [campaign ? 'campaign' : 'broadcast']: { id: mailing.id, name: mailing.name } }),
      ...(workflow && { event: workflow.event }),
      my,
    },
    html,
    clock: { now: world.clock.now(), zone: isLocal ? subscriber.data.time_zone : zone },
    postalAddress: sender.postalAddress,
    urls: {
      open: `${base}/open.gif`,
      unsubscribe: `${base}/unsubscribe`,
      click(target: string) {
        const link = linkId(target);
        links.set(target, link);
        return `${base}/c/${link}`;
      },
    },
  };
}

/** The mailing that a letter is of, if it is none of a workflow. */
export const mailingOf = ({ campaign, broadcast }: EmailMessage) => campaign ?? broadcast;

/** The email of a letter, as the outbox keeps it. */
export function outboxMail(
  { context: { world, accountId } }: EmailContext,
  message: EmailMessage,
  { id, sender, composed }: { id: string; sender: Sender; composed: Composed },
) {
  const purpose = message.campaign ? 'campaign' : message.broadcast ? 'broadcast' : 'workflow';
  const { subject, html, text } = composed;
  const baseUrl = world.baseUrl();
  const unsubscribeUrl = `${deliveryUrl(baseUrl, accountId, id)}/unsubscribe`;
  const to = message.subscriber.email;
  const now = world.clock.now();
  return {
    id,
    purpose,
    deliveryId: id,
    subscriberId: message.subscriber.id,
    from: mailbox(sender),
    sender: { name: sender.name, email: sender.email },
    to,
    bcc: sender.bcc,
    subject,
    html,
    text,
    headers: headersOf({ id, from: sender, to, subject, sentAt: now, baseUrl, unsubscribeUrl }),
    sentAt: isoTime(now),
  } as const;
}

/** The delivery of a letter, of which nothing has become yet. */
export function deliveryOf(
  { context: { world } }: EmailContext,
  { campaign, broadcast, workflow, email, subscriber }: EmailMessage,
  { id, composed }: { id: string; composed: Composed },
): DeliveryRow {
  return {
    id,
    campaignId: campaign?.id ?? null,
    broadcastId: broadcast?.id ?? null,
    workflowId: workflow?.id ?? null,
    emailId: email.id,
    emailSubject: composed.subject,
    subscriberId: subscriber.id,
    sentAt: isoTime(world.clock.now()),
    openedAt: null,
    clickedAt: null,
    unsubscribedAt: null,
    bouncedAt: null,
    complainedAt: null,
  };
}
