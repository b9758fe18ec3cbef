import type { Composed } from '../../email/compose.ts';
import type { Scope } from '../../email/liquid.ts';
import { deliveryUrl, linkId } from '../../email/urls.ts';
import { isoTime } from '../../shared/values/time.ts';
import type { CampaignEmail } from '../../store/records/campaigns.ts';
import type { AccountData } from '../../store/tables/accounts.ts';
import type { NewDelivery } from '../../store/tables/deliveries.ts';
import type { RecordRow } from '../../store/tables/records.ts';
import type { SubscriberRow } from '../../store/tables/subscribers.ts';
import { listTagsOf } from '../../store/tables/tags.ts';
import { post } from './outbox.ts';
import type { EmailContext, Sender } from './sender.ts';

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

export const postMessage = (
  { context }: EmailContext,
  { campaign, broadcast, subscriber }: EmailMessage,
  { id, sender, composed }: { id: string; sender: Sender; composed: Composed },
) =>
  post(context, {
    ...composed,
    ...{ id, deliveryId: id },
    purpose: campaign ? 'campaign' : broadcast ? 'broadcast' : 'workflow',
    subscriberId: subscriber.id,
    from: sender,
    to: subscriber.email,
    bcc: sender.bcc,
    unsubscribeUrl: `${deliveryUrl(context.services.baseUrl(), context.accountId, id)}/unsubscribe`,
  });

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

/** A subscriber in templates: attributes, custom fields by their identifiers, and tags. */
// Unspecified: U-101
export function subscriberScope(subscriber: SubscriberRow, tags: readonly string[]): Scope {
  const { custom_fields, eu_consent_message, lead_points, deliverable_status, ...data } = subscriber.data;
  return {
    ...custom_fields,
    ...data,
    id: subscriber.id,
    email: subscriber.email,
    user_id: subscriber.userId,
    created_at: subscriber.createdAt,
    custom_fields,
    tags,
  };
}

export const accountScope = (id: string, account: AccountData): Scope => ({
  id,
  name: account.name,
  url: account.url,
  phone_number: account.phone_number,
  primary_email: account.primary_email,
});
