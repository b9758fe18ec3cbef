import { html, raw } from 'hono/html';
import { drawer, drawerButton, inspectorUrl } from './drawer.ts';
import type { Html, Page, View } from './page.ts';

/** Renders a page: header, content, newsletter and the drawer. */
export function layout(view: View, { title, current, main, track }: Page): Html {
  const { baseUrl, accountId, consent, nonce, notice, newsletter, session } = view;
  const script = `${baseUrl}/${encodeURIComponent(accountId)}.js`;
  const snippet = snippetOf(accountId);
  const data = {
    ...{ baseUrl, accountId, consent, track, email: session.email, calls: session.calls },
    campaignId: newsletter.campaignId,
  };
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Acme Coffee</title>
<link rel="icon" href="/public/mark.svg">
<link rel="stylesheet" href="/public/shop.css">
<link rel="stylesheet" href="/public/drawer.css">
<script nonce="${nonce}">${raw(snippet)}</script>
<script nonce="${nonce}">_dcs.consent=${raw(json(consent === 'pending' ? consent : consent === 'granted'))}</script>
<script async src="${script}"></script>
<script type="module" src="/public/shop.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${header(view, current)}
<main id="main" tabindex="-1">
${notice && html`<p class="box ${notice.kind}" role="status">${notice.text}</p>`}
${main}
</main>
${footer(view)}
${consent === 'pending' && consentBanner}
${drawer(view, `<script>${snippet}</script>\n<script async src="${script}"></script>`)}
<script type="application/json" id="page">${raw(json(data))}</script>
</body>
</html>
`;
}

/** JSON that is safe anywhere in an HTML page. */
const json = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** The snippet from the README of the page script. */
const snippetOf = (accountId: string) => `
window._dcs={account:${json(accountId)}};window._dcq=window._dcq&&_dcq.map?_dcq:[];
setInterval(function(q){if(!window._dc)try{q=_dcq;if(Object.isFrozen(q))_dcq=q=q.slice();q.forEach(function(c,i,l,u){try{
l=c[c.length-1];if(l){q[i]=c.concat([u]);l.failure({success:!1,visitor_uuid:'',anonymous:!0,error:'blocked'})}}catch(e){}})
}catch(e){}},1e4)
`;

function header({ session, cart: { count } }: View, current: Page['current']): Html {
  const item = (page: Page['current'], path: string, text: Html | string) =>
    html`<li><a href="${path}"${raw(page === current ? ' aria-current="page"' : '')}>${text}</a></li>`;
  const pieces = html`Cart <span class="count">${count}<span class="hidden"> ${count === 1 ? 'piece' : 'pieces'}</span></span>`;
  return html`<header class="top"><div class="bar row spread">
<a class="logo" href="/"><img src="/public/mark.svg" alt="" width="32" height="32"><span>Acme Coffee</span></a>
<nav aria-label="Shop"><ul class="row">
${item('shop', '/', 'Shop')}
${item('account', '/account', session.email === undefined ? 'Sign in' : 'Account')}
${item('cart', '/cart', pieces)}
</ul></nav>${drawerButton}</div></header>`;
}

const footer = (view: View): Html => html`<footer class="bottom"><div class="bar grid">
<section aria-labelledby="letter-title">
<h2 id="letter-title">Coffee news, twice a month</h2>
<p>New harvests, brewing notes, and ten percent off your first order.</p>
${newsletterForm(view)}
</section>
<p class="quiet">Acme Coffee is a demo shop: nothing is sold or shipped. Its page script and its backend talk to Trickle at
<code>${view.baseUrl}</code>. See what arrives there in the <a href="${inspectorUrl(view)}">inspector</a>.</p>
</div></footer>`;

/**
 * The newsletter form. If the account has an embedded form, this is that form in the shop's own markup, and the page script
 * sends it. Otherwise the shop's backend subscribes the address.
 */
function newsletterForm({ baseUrl, newsletter: { formId } }: View): Html {
  const target =
    formId === undefined
      ? html`action="/api/newsletter"`
      : html`data-drip-embedded-form="${formId}" action="${baseUrl}/forms/${encodeURIComponent(formId)}/submissions"`;
  return html`<form id="newsletter" method="post" ${target}>
<label for="letter-email">Email</label>
<div class="row"><input id="letter-email" type="email" name="fields[email]" required autocomplete="email" placeholder="you@example.com">
<button>Subscribe</button></div>
<input type="hidden" name="fields[eu_consent]" value="denied">
<label class="check"><input type="checkbox" name="fields[eu_consent]" value="granted"> I agree to receive emails about coffee</label>
<label class="trap">Leave this empty <input name="website" tabindex="-1" autocomplete="off"></label>
</form>`;
}

const consentBanner = html`<section class="box consent" aria-labelledby="consent-title">
<form method="post" action="/api/consent">
<h2 id="consent-title">May we remember what you look at?</h2>
<p>The page script waits for your answer. Until then it stores and sends nothing.</p>
<div class="row"><button name="consent" value="granted">Allow</button>
<button class="second" name="consent" value="denied">No, thank you</button></div>
</form></section>`;
