import type { Composed } from '../../email/compose.ts';
import { headersOf, mailbox } from '../../email/headers.ts';
import type { Scope } from '../../email/liquid.ts';
import { deliveryUrl, linkId } from '../../email/urls.ts';
import { isoTime } from '../../shared/values/time.ts';
import type { CampaignEmail } from '../../store/records/campaigns.ts';
import type { NewDelivery } from '../../store/tables/deliveries.ts';
import type { RecordRow } from '../../store/tables/records.ts';
import type { SubscriberRow } from '../../store/tables/subscribers.ts';
import { listTagsOf } from '../../store/tables/tags.ts';
import type { EmailContext, Sender } from './sender.ts';
import { accountScope, subscriberScope } from './template-scope.ts';

/** An email to one subscriber, and the mailing it belongs to. */
export interface EmailMessage {
  readonly subscriber: SubscriberRow;
  readonly email: Omit<CampaignEmail, 'delay'>;
  readonly campaign?: RecordRow<'campaigns'> | undefined;
  readonly broadcast?: RecordRow<'broadcasts'> | undefined;
  /** `event` holds the properties of the event that started the workflow, if any. */
  readonly workflow?:
    | { readonly id: string; readonly event: Readonly<Record<string, unknown>> | null }
    | undefined;
}

/** The context that an email's template is rendered with. Rendering adds the links it finds to `links`. */
export async function renderContext(
  { context, account, zone, html }: EmailContext,
  message: EmailMessage,
  { id, my, sender, links }: { id: string; my: Scope; sender: Sender; links: Map<string, string> },
) {
  const { services, tx, accountId } = context;
  const { subscriber, campaign, broadcast, workflow } = message;
  const base = deliveryUrl(services.baseUrl(), accountId, id);
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
    clock: { now: services.clock.now(), zone: isLocal ? subscriber.data.time_zone : zone },
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

/** The message's campaign or broadcast. Undefined for a workflow. */
export const mailingOf = ({ campaign, broadcast }: EmailMessage) => campaign ?? broadcast;

/** A message as it is stored in the outbox. */
export function outboxMail(
  { context: { services, accountId } }: EmailContext,
  message: EmailMessage,
  { id, sender, composed }: { id: string; sender: Sender; composed: Composed },
) {
  const purpose = message.campaign ? 'campaign' : message.broadcast ? 'broadcast' : 'workflow';
  const { subject, html, text } = composed;
  const baseUrl = services.baseUrl();
  const unsubscribeUrl = `${deliveryUrl(baseUrl, accountId, id)}/unsubscribe`;
  const to = message.subscriber.email;
  const now = services.clock.now();
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

/** The new delivery of a message. */
export function deliveryOf(
  { context: { services, place } }: EmailContext,
  { campaign, broadcast, workflow, email, subscriber }: EmailMessage,
  { id, composed }: { id: string; composed: Composed },
): NewDelivery {
  return {
    id,
    campaignId: campaign?.id ?? null,
    broadcastId: broadcast?.id ?? null,
    workflowId: workflow?.id ?? null,
    emailId: email.id,
    emailSubject: composed.subject,
    subscriberId: subscriber.id,
    sentAt: isoTime(services.clock.now()),
    openedAt: null,
    clickedAt: null,
    unsubscribedAt: null,
    bouncedAt: null,
    complainedAt: null,
    ...place,
  };
}
