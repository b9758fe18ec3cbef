import { addressesIn, type MailAddress } from '../../email/address.ts';
import { type Composed, compileEmail, compose, type EmailTemplate } from '../../email/compose.ts';
import { headersOf, mailbox } from '../../email/headers.ts';
import { TemplateError } from '../../email/liquid.ts';
import { confirmationUrl } from '../../email/urls.ts';
import type { SubscriptionRow } from '../../store/campaign-subscriptions.ts';
import type { OutboxMail } from '../../store/outbox.ts';
import type { RecordRow } from '../../store/records.ts';
import type { SubscriberRow } from '../../store/subscribers.ts';
import { listTagsOf } from '../../store/tags.ts';
import { escapeHtml } from '../../values/escape-html.ts';
import { isoTime } from '../../values/iso-time.ts';
import type { Context } from '../../world/context.ts';
import { post } from './outbox.ts';
import { lackOfAddress, openEmailContext, senderOf } from './sender.ts';
import { accountScope, subscriberScope } from './template-scope.ts';
import { recordUnsent } from './unsent-notices.ts';

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
  const emailContext = await openEmailContext(context);
  const sender = senderOf(emailContext, campaign.data);
  const unsent = (why: string) =>
    recordUnsent(context, {
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
    composed = compose(compileEmail(emailContext.engine, template), {
      scope: {
        subscriber: subscriberScope(person, await listTagsOf(context.tx, accountId, person.id)),
        account: accountScope(accountId, emailContext.account),
        campaign: { id: campaign.id, name: campaign.name },
        confirmation_url: url,
        confirmation_link: `<a href="${escapeHtml(url)}">Confirm</a>`,
      },
      html: emailContext.html,
      clock: { now: world.clock.now(), zone: emailContext.zone },
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
