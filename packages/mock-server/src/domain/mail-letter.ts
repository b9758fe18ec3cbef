import type { Composed } from '../mail/compose.ts';
import type { Scope } from '../mail/liquid.ts';
import { deliveryUrl, linkId } from '../mail/mail-urls.ts';
import { headersOf, mailbox } from '../mail/message.ts';
import type { DeliveryRow } from '../store/deliveries.ts';
import type { CampaignEmail } from '../store/record-data.ts';
import type { RecordRow } from '../store/records.ts';
import type { SubscriberRow } from '../store/subscribers.ts';
import { listTagsOf } from '../store/tags.ts';
import { isoTime } from '../world.ts';
import type { Office, Sender } from './mail-office.ts';
import { accountScope, personScope } from './mail-scope.ts';

/** An email for one person, and the mailing that it belongs to. */
export interface Letter {
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
export async function surroundingsOf(
  { context, account, zone, html }: Office,
  letter: Letter,
  { id, my, sender, links }: { id: string; my: Scope; sender: Sender; links: Map<string, string> },
) {
  const { world, tx, accountId } = context;
  const { subscriber, campaign, broadcast, workflow } = letter;
  const base = deliveryUrl(world.baseUrl(), accountId, id);
  const isLocal = mailingOf(letter)?.data.localize_sending_time ?? false;
  const mailing = campaign ?? broadcast;
  return {
    scope: {
      subscriber: personScope(subscriber, await listTagsOf(tx, accountId, subscriber.id)),
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
export const mailingOf = ({ campaign, broadcast }: Letter) => campaign ?? broadcast;

/** The email of a letter, as the outbox keeps it. */
export function mailOf(
  { context: { world, accountId } }: Office,
  letter: Letter,
  { id, sender, composed }: { id: string; sender: Sender; composed: Composed },
) {
  const purpose = letter.campaign ? 'campaign' : letter.broadcast ? 'broadcast' : 'workflow';
  const { subject, html, text } = composed;
  const baseUrl = world.baseUrl();
  const unsubscribeUrl = `${deliveryUrl(baseUrl, accountId, id)}/unsubscribe`;
  const to = letter.subscriber.email;
  const now = world.clock.now();
  return {
    id,
    purpose,
    deliveryId: id,
    subscriberId: letter.subscriber.id,
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
  { context: { world } }: Office,
  { campaign, broadcast, workflow, email, subscriber }: Letter,
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
