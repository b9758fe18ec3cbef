import { type Html, html } from '../../shared/values/html.ts';
import { pageResponse } from '../pages/page.ts';

/** A small page for a subscriber who followed a link in an email. `sender` is the account's name. */
const page = (title: string, content: Html, sender: string, canPost = false): Promise<Response> =>
  pageResponse({
    title,
    body: html`<main>${sender === '' ? '' : html`<p class="brand">${sender}</p>\n`}<h1>${title}</h1>
${content}</main>`,
    ...(canPost && { policy: { 'form-action': "'self'" } }),
  });

/** The recipient of an email, and where it came from. */
export interface Recipient {
  readonly email: string;
  /** The name of the email's campaign, if it belongs to one. */
  readonly campaign: string | undefined;
  /** The account's name. */
  readonly sender: string;
}

/** Asks a subscriber what to unsubscribe from. */
export function unsubscribePage({ email, campaign, sender }: Recipient): Promise<Response> {
  const all = html`<button${campaign === undefined ? '' : html` class="second"`} name="scope" value="all">Unsubscribe from all emails</button>`;
  return page(
    'Unsubscribe',
    html`<p>Which emails should <b>${email}</b> no longer receive?</p>
<form method="post" class="buttons stacked">
${campaign === undefined ? '' : html`<button name="scope" value="campaign">Unsubscribe from ${campaign}</button>\n`}${all}
</form>`,
    sender,
    true,
  );
}

/** Confirms that a subscriber was unsubscribed, from the campaign or from everything. */
export const unsubscribedPage = ({ email, campaign, sender }: Recipient): Promise<Response> =>
  page(
    'You have been unsubscribed',
    campaign === undefined
      ? html`<p>We will not email <b>${email}</b> again.</p>`
      : html`<p><b>${email}</b> will get no more emails from <b>${campaign}</b>.</p>`,
    sender,
  );

/** Thanks a subscriber for confirming a subscription. */
export const confirmedPage = ({ email, campaign = '', sender }: Recipient): Promise<Response> =>
  page(
    'Subscription confirmed',
    html`<p>Thank you. <b>${email}</b> is subscribed to <b>${campaign}</b>.</p>`,
    sender,
  );
