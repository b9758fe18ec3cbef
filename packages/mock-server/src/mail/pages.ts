import { type Html, html, wholePage } from '../html.ts';

const STYLES = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; display: grid; min-height: 100vh; place-items: center; }
main { max-width: 32rem; padding: 2rem 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
button { font: inherit; min-height: 44px; padding: 0 1.25rem; margin: 0 .5rem .5rem 0; cursor: pointer; }
`;

/** A small page for people who followed a link in an email. */
const page = (title: string, content: Html): string =>
  wholePage(
    { title, styles: STYLES, meta: { robots: 'noindex' } },
    html`<main><h1>${title}</h1>
${content}</main>`,
  );

/** Asks what someone wants no more of. `campaign` is the name of the email's campaign, if it is of one. */
export function unsubscribePage(email: string, campaign: string | undefined): string {
  const button = (scope: string, label: string) =>
    html`<button name="scope" value="${scope}">${label}</button>`;
  return page(
    'Unsubscribe',
    html`<p>Emails to <b>${email}</b> will stop.</p>
<form method="post">
${campaign === undefined ? '' : button('campaign', `No more of ${campaign}`)}
${button('all', 'No more emails at all')}
</form>`,
  );
}

/** Says that someone gets no more emails. */
export const unsubscribedPage = (email: string): string =>
  page('You are unsubscribed', html`<p>What you have chosen is not sent to <b>${email}</b> any more.</p>`);

/** Says that a subscription has begun. */
export const confirmedPage = (email: string, campaign: string): string =>
  page('Thank you', html`<p><b>${email}</b> is subscribed to <b>${campaign}</b>.</p>`);

/** Says that a link is not good, or not any more. */
export const deadLinkPage = (): string =>
  page('This link does not work', html`<p>It is not valid, or not any more.</p>`);
