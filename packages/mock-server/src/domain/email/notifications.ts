import { addressesIn } from '../../email/address.ts';
import { type Composed, compileEmail, compose, type EmailTemplate } from '../../email/compose.ts';
import { TemplateError } from '../../email/liquid.ts';
import { confirmationUrl } from '../../email/urls.ts';
import { escapeHtml } from '../../shared/values/html.ts';
import type { SubscriptionRow } from '../../store/tables/campaign-subscriptions.ts';
import type { RecordRow } from '../../store/tables/records.ts';
import type { SubscriberRow } from '../../store/tables/subscribers.ts';
import { listTagsOf } from '../../store/tables/tags.ts';
import type { Context } from '../context/context.ts';
import { accountScope, subscriberScope } from './message.ts';
import { post, recordUnsent } from './outbox.ts';
import { openEmailContext, senderAddressError, senderOf } from './sender.ts';

const DEFAULT_CONFIRMATION: EmailTemplate = {
  subject: 'Please confirm your subscription to {{ campaign.name }}',
  html_body: `<p>Please confirm that you want to get {{ campaign.name | escape }}:</p>
<p>{{ confirmation_link }}</p>
<p>If you did not ask for it, ignore this email, and nothing will be sent to you.</p>`,
  text_body: `Please confirm that you want to get {{ campaign.name }}:

{{ confirmation_url }}

If you did not ask for it, ignore this email, and nothing will be sent to you.`,
};

/** Sends a subscriber the link that confirms their subscription. */
// Unspecified: U-103
export async function sendConfirmation(
  context: Context,
  campaign: RecordRow<'campaigns'>,
  subscriber: SubscriberRow,
  { id, data: { confirmation_token: token = '', confirmation_email } }: SubscriptionRow,
): Promise<void> {
  const { services, accountId } = context;
  const emailContext = await openEmailContext(context);
  const sender = senderOf(emailContext, campaign.data);
  const unsent = (reason: string) =>
    recordUnsent(context, {
      emailId: `confirmation ${campaign.id}`,
      subject: template.subject,
      reason,
      subscriberId: subscriber.id,
      mailing: { campaign_id: campaign.id },
    });
  const {
    subject,
    html_body = '',
    text_body = '',
  } = campaign.data.confirmation_email ?? DEFAULT_CONFIRMATION;
  const template = { subject, html_body, text_body };
  const missing = senderAddressError(sender);
  if (missing !== undefined) return unsent(missing);
  const url = confirmationUrl(services.baseUrl(), accountId, { id, token });
  let composed: Composed;
  try {
    composed = compose(compileEmail(emailContext.engine, template), {
      scope: {
        subscriber: subscriberScope(subscriber, await listTagsOf(context.tx, accountId, subscriber.id)),
        account: accountScope(accountId, emailContext.account),
        campaign: { id: campaign.id, name: campaign.name },
        confirmation_url: url,
        confirmation_link: `<a href="${escapeHtml(url)}">Confirm</a>`,
      },
      html: emailContext.html,
      clock: { now: services.clock.now(), zone: emailContext.zone },
      postalAddress: sender.postalAddress,
    });
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return unsent(`its template is not valid (${error.message})`);
  }
  await post(context, {
    ...composed,
    id: confirmation_email,
    purpose: 'confirmation',
    subscriberId: subscriber.id,
    from: sender,
    to: subscriber.email,
  });
}

/** Notifies the campaign's addresses of a subscription by form or of an unsubscription. */
// Unspecified: U-103
export async function notifyAccount(
  context: Context,
  { name, data }: RecordRow<'campaigns'>,
  subscriber: SubscriberRow,
  what: 'subscribed' | 'unsubscribed',
): Promise<void> {
  const list = what === 'subscribed' ? data.notify_subscribe_email : data.notify_unsubscribe_email;
  const did = what === 'subscribed' ? 'subscribed to' : 'unsubscribed from';
  const notice = {
    purpose: 'notification',
    from: { name: 'Trickle', email: `notifications@${new URL(context.services.baseUrl()).hostname}` },
    subject: `${subscriber.email} ${did} ${name}`.replaceAll(/\s+/g, ' '),
    html: '',
    text: `${subscriber.email} has ${did} the campaign "${name}".\n`,
    subscriberId: subscriber.id,
  } as const;
  for (const to of addressesIn(list ?? '')) await post(context, { ...notice, to });
}
