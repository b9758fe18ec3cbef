import { escapeHtml } from '../escape-html.ts';
import { addressesIn, type MailAddress } from '../mail/address.ts';
import { type Composed, compileEmail, compose, type EmailTemplate } from '../mail/compose.ts';
import { TemplateError } from '../mail/liquid.ts';
import { confirmationUrl } from '../mail/mail-urls.ts';
import { headersOf, mailbox } from '../mail/message.ts';
import type { SubscriptionRow } from '../store/campaign-subscriptions.ts';
import type { OutboxMail } from '../store/outbox.ts';
import type { RecordRow } from '../store/records.ts';
import type { SubscriberRow } from '../store/subscribers.ts';
import { listTagsOf } from '../store/tags.ts';
import { isoTime } from '../world.ts';
import type { Context } from './context.ts';
import { noteUnsent } from './mail-notices.ts';
import { lackOfAddress, openOffice, senderOf } from './mail-office.ts';
import { post } from './mail-outbox.ts';
import { accountScope, personScope } from './mail-scope.ts';

/** What someone is asked with where the campaign has no words of its own. */
const QUESTION: EmailTemplate = {
  subject: 'Please confirm your subscription to {{ campaign.name }}',
  html_body: `<p>Please confirm that you want to get {{ campaign.name | escape }}:</p>
<p>{{ confirmation_link }}</p>
<p>If you did not ask for it, ignore this email, and nothing will be sent to you.</p>`,
  text_body: `Please confirm that you want to get {{ campaign.name }}:

{{ confirmation_url }}

If you did not ask for it, ignore this email, and nothing will be sent to you.`,
};

/** Asks someone to confirm a subscription, with a link that does. */
// Unspecified: U-103
export async function sendConfirmation(
  context: Context,
  campaign: RecordRow<'campaigns'>,
  person: SubscriberRow,
  { id, data: { confirmation_token: token = '' } }: SubscriptionRow,
): Promise<void> {
  const { world, accountId } = context;
  const office = await openOffice(context);
  const sender = senderOf(office, campaign.data);
  const unsent = (why: string) =>
    noteUnsent(context, {
      emailId: `confirmation ${campaign.id}`,
      subject: template.subject,
      why,
      subscriberId: person.id,
      mailing: { campaign_id: campaign.id },
    });
  const { subject, html_body = '', text_body = '' } = campaign.data.confirmation_email ?? QUESTION;
  const template = { subject, html_body, text_body };
  const lack = lackOfAddress(sender);
  if (lack !== undefined) return unsent(lack);
  const url = confirmationUrl(world.baseUrl(), accountId, { id, token });
  let composed: Composed;
  try {
    composed = compose(compileEmail(office.engine, template), {
      scope: {
        subscriber: personScope(person, await listTagsOf(context.tx, accountId, person.id)),
        account: accountScope(accountId, office.account),
        campaign: { id: campaign.id, name: campaign.name },
        confirmation_url: url,
        confirmation_link: `<a href="${escapeHtml(url)}">Confirm</a>`,
      },
      html: office.html,
      clock: { now: world.clock.now(), zone: office.zone },
      postalAddress: sender.postalAddress,
    });
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return unsent(`its template is wrong (${error.message})`);
  }
  await send(context, { ...composed, purpose: 'confirmation', from: sender, to: person.email, person });
}

/** Notifies the addresses that the campaign names of a subscription by a form, or of an unsubscription. */
// Unspecified: U-103
export async function notifyAccount(
  context: Context,
  { name, data }: RecordRow<'campaigns'>,
  person: SubscriberRow,
  what: 'subscribed' | 'unsubscribed',
): Promise<void> {
  const list = what === 'subscribed' ? data.notify_subscribe_email : data.notify_unsubscribe_email;
  const did = what === 'subscribed' ? 'subscribed to' : 'unsubscribed from';
  const notice = {
    purpose: 'notification',
    from: { name: 'Trickle', email: `notifications@${new URL(context.world.baseUrl()).hostname}` },
    subject: `${person.email} ${did} ${name}`.replaceAll(/\s+/g, ' '),
    html: '',
    text: `${person.email} has ${did} the campaign "${name}".\n`,
    person,
  } as const;
  for (const to of addressesIn(list ?? '')) await send(context, { ...notice, to });
}

interface Message extends Composed {
  readonly purpose: OutboxMail['purpose'];
  readonly from: MailAddress;
  readonly to: string;
  readonly person: SubscriberRow;
}

async function send(context: Context, { purpose, from, to, subject, html, text, person }: Message) {
  const { world } = context;
  const { name, email } = from;
  const id = world.ids.letters();
  const now = world.clock.now();
  await post(context, {
    id,
    purpose,
    deliveryId: null,
    subscriberId: person.id,
    from: mailbox(from),
    sender: { name, email },
    to,
    bcc: [],
    subject,
    html,
    text,
    headers: headersOf({ id, from, to, subject, sentAt: now, baseUrl: world.baseUrl() }),
    sentAt: isoTime(now),
  });
}
