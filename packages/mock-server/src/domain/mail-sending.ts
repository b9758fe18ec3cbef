import { type CompiledEmail, type Composed, compileEmail, compose } from '../mail/compose.ts';
import { type Scope, TemplateError } from '../mail/liquid.ts';
import { deliveryUrl, linkId } from '../mail/mail-urls.ts';
import { headersOf, mailbox } from '../mail/message.ts';
import { insertDelivery } from '../store/deliveries.ts';
import { keepLink } from '../store/mail-links.ts';
import type { CampaignEmail } from '../store/record-data.ts';
import type { RecordRow } from '../store/records.ts';
import type { SubscriberRow } from '../store/subscribers.ts';
import { listTagsOf } from '../store/tags.ts';
import { isoTime } from '../world.ts';
import type { Context } from './context.ts';
import { emit } from './emit.ts';
import { awaitContent, endpointsFor } from './mail-content.ts';
import { recordBounce } from './mail-happenings.ts';
import { noteUnsent } from './mail-notices.ts';
import { lackOf, type Office, openOffice, type Sender, senderOf } from './mail-office.ts';
import { post } from './mail-outbox.ts';
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

/** What became of a letter. One that is `pending` waits for its content, and is heard of later. */
export type LetterState = 'sent' | 'pending' | 'not_sent';

/** Sends someone an email, now or when its content is there; people who are not active get none. */
export async function sendEmail(context: Context, letter: Letter): Promise<void> {
  await sendLetter(await openOffice(context), letter);
}

/** Sends a letter, or asks for its content first. An email that cannot be sent is told of by a notice. */
export async function sendLetter(office: Office, letter: Letter): Promise<LetterState> {
  if (letter.subscriber.status !== 'active') return 'not_sent';
  const template = await orUnsent(office, letter, () => compileEmail(office.engine, letter.email));
  if (!template) return 'not_sent';
  if (endpointsFor(office.account, template.shortcodes).length > 0) {
    await awaitContent(office.context, letter);
    return 'pending';
  }
  return deliver(office, letter, template, {});
}

/** Sends a letter whose content has come. */
export async function sendWithContent(office: Office, letter: Letter, my: Scope): Promise<LetterState> {
  if (letter.subscriber.status !== 'active') return 'not_sent';
  const template = await orUnsent(office, letter, () => compileEmail(office.engine, letter.email));
  return template ? deliver(office, letter, template, my) : 'not_sent';
}

async function deliver(
  office: Office,
  letter: Letter,
  template: CompiledEmail,
  my: Scope,
): Promise<LetterState> {
  const { world, tx, accountId } = office.context;
  const { subscriber, email } = letter;
  const sender = senderOf(office, mailingOf(letter)?.data ?? {});
  const fault = world.faults.next('email', { account: accountId, email: subscriber.email });
  const lack = fault?.drop === undefined ? lackOf(sender) : 'a fault is in the way';
  if (lack !== undefined) return unsent(office, letter, lack);
  const id = world.ids.letters();
  const links = new Map<string, string>();
  const composed = await orUnsent(office, letter, async () =>
    compose(template, await surroundingsOf(office, letter, { id, my, sender, links })),
  );
  if (!composed) return 'not_sent';
  const sentAt = isoTime(world.clock.now());
  const delivery = {
    id,
    campaignId: letter.campaign?.id ?? null,
    broadcastId: letter.broadcast?.id ?? null,
    workflowId: letter.workflow?.id ?? null,
    emailId: email.id,
    emailSubject: composed.subject,
    subscriberId: subscriber.id,
    sentAt,
    openedAt: null,
    clickedAt: null,
    unsubscribedAt: null,
    bouncedAt: null,
    complainedAt: null,
  };
  await insertDelivery(tx, accountId, delivery);
  for (const [url, link] of links) await keepLink(tx, accountId, { id: link, url });
  await post(office.context, mailOf(office, letter, { id, sender, composed }));
  const told = { delivery_id: id, email_id: email.id, email_subject: composed.subject };
  await emit(office.context, subscriber.id, 'subscriber.received_email', told);
  if (fault?.bounce) await recordBounce(office.context, id);
  return 'sent';
}

/** What an email is made of beside its template. Links that are met are put into `links`. */
export async function surroundingsOf(
  { context, account, zone }: Office,
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

const mailingOf = ({ campaign, broadcast }: Letter) => campaign ?? broadcast;

function mailOf(
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
    to,
    bcc: sender.bcc,
    subject,
    html,
    text,
    headers: headersOf({ id, from: sender, to, subject, sentAt: now, baseUrl, unsubscribeUrl }),
    sentAt: isoTime(now),
  } as const;
}

/** What `work` gives; undefined, with a notice, when the template is wrong. */
async function orUnsent<T>(
  office: Office,
  letter: Letter,
  work: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    await unsent(office, letter, `its template is wrong (${error.message})`);
    return undefined;
  }
}

/** Tells that a letter is not sent. */
export async function unsent({ context }: Office, letter: Letter, why: string): Promise<'not_sent'> {
  const { subscriber, email, campaign, broadcast, workflow } = letter;
  await noteUnsent(context, {
    emailId: email.id,
    subject: email.subject,
    why,
    subscriberId: subscriber.id,
    mailing: {
      ...(campaign && { campaign_id: campaign.id }),
      ...(broadcast && { broadcast_id: broadcast.id }),
      ...(workflow && { workflow_id: workflow.id }),
    },
  });
  return 'not_sent';
}
