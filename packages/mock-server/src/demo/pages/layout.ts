import { readFile } from 'node:fs/promises';
import { inlineScript, pageResponse, type SentPage, sourceOf } from '../../api/pages/page.ts';
import { scriptValue } from '../../api/pages/script-text.ts';
import { type Html, html, raw } from '../../shared/values/html.ts';
import { mark } from './art.ts';
import { drawer } from './drawer.ts';
import { pathOf, type View } from './view.ts';

const stylesheets = [
  new URL('../shop.css', import.meta.url),
  new URL('../products.css', import.meta.url),
  new URL('../orders.css', import.meta.url),
  new URL('../drawer.css', import.meta.url),
];

/** One page of the shop. */
export interface ShopPage {
  readonly title: string;
  /** The page in the navigation that is the current one. */
  readonly current?: 'shop' | 'cart' | 'account';
  readonly main: Html;
  /** What the page's script tracks, as data attributes of `main`. */
  readonly data?: Readonly<Record<string, string>>;
}

/** Renders a page of the shop: header, content, newsletter, and the drawer. */
export async function shopPage(
  view: View,
  page: ShopPage,
  sent: Pick<SentPage, 'status'> = {},
): Promise<Response> {
  const { accountId, host, scriptSource, consent } = view;
  const styles = (await Promise.all(stylesheets.map((file) => readFile(file, 'utf8')))).join('');
  const snippet = snippetOf(accountId);
  const settings = `_dcs.consent=${scriptValue(consent === 'granted' || (consent === 'pending' ? 'pending' : false))}`;
  return pageResponse(
    {
      title: `${page.title} · Acme Coffee`,
      layout: 'wide',
      styles,
      head: html`${inlineScript(snippet)}
${inlineScript(settings)}
<script async src="${host}/${encodeURIComponent(accountId)}.js"></script>
<script type="module" src="${pathOf(view, '/shop.js')}"></script>
`,
      body: bodyOf(view, page, snippet),
      policy: {
        'script-src': `${sourceOf(snippet)} ${sourceOf(settings)} ${scriptSource}`,
        'connect-src': scriptSource,
        'form-action': scriptSource,
      },
    },
    // Without a referrer, browsers send forms with the origin `null`, as pages of other sites could.
    { ...sent, headers: { 'referrer-policy': 'same-origin' } },
  );
}

/** The snippet from the README of the page script. */
const snippetOf = (accountId: string) => `
window._dcs={account:${scriptValue(accountId)}};window._dcq=window._dcq?.map?_dcq:[];
setInterval((q)=>{if(!window._dc)try{q=_dcq;if(Object.isFrozen(q))_dcq=q=[...q];q.forEach((c,i,l,u)=>{try{l=c[c.length-1];
if(l){q[i]=[...c,u];l.failure({success:!1,visitor_uuid:'',anonymous:!0,error:'blocked'})}}catch{}})}catch{}},1e4)
`;

function bodyOf(view: View, page: ShopPage, snippet: string): Html {
  const { host, root, accountId, campaignId, session, notice, consent } = view;
  const data = Object.entries({
    ...page.data,
    account: accountId,
    host,
    root,
    consent,
    ...(campaignId !== undefined && { campaign: campaignId }),
    ...(session.email !== undefined && { email: session.email }),
  }).map(([name, value]) => html` data-${raw(name)}="${value}"`);
  return html`<a class="skip" href="#main">Skip to the content</a>
${header(view, page.current)}
<main id="main" tabindex="-1"${data}>
${notice === undefined ? undefined : html`<p class="notice ${notice.kind}" role="status">${notice.text}</p>`}
${page.main}
</main>
${footer(view)}
${consent === 'pending' ? consentBanner(view) : undefined}
${drawer(view, snippet)}`;
}

const header = (view: View, current: ShopPage['current']) => html`<header class="top"><div class="bar">
<a class="logo" href="${pathOf(view)}">${mark}<span>Acme Coffee</span></a>
<nav aria-label="Shop"><ul class="menu">
<li><a href="${pathOf(view)}"${currentIf(current === 'shop')}>Shop</a></li>
<li><a href="${pathOf(view, '/account')}"${currentIf(current === 'account')}>${view.session.email === undefined ? 'Sign in' : 'Account'}</a></li>
<li><a class="cart-link" href="${pathOf(view, '/cart')}"${currentIf(current === 'cart')}>Cart <span class="count">${view.cart.count}<span class="hidden"> ${view.cart.count === 1 ? 'piece' : 'pieces'}</span></span></a></li>
</ul></nav></div></header>`;

const currentIf = (isCurrent: boolean) => (isCurrent ? raw(' aria-current="page"') : undefined);

const footer = (view: View) => html`<footer class="bottom"><div class="bar">
<section class="letter" aria-labelledby="letter-title">
<h2 id="letter-title">Coffee news, twice a month</h2>
<p>New harvests, brewing notes, and ten percent off your first order.</p>
${newsletterForm(view)}
</section>
<p class="small">Acme Coffee is a demo shop. Nothing is sold or shipped: its page script and its backend talk to this Trickle server
only. See what arrives in the <a href="${view.root}/_inspector">inspector</a>, or read the <a href="${view.root}/docs">API reference</a>.</p>
</div></footer>`;

/**
 * The newsletter form. If the account has an embedded form, it is that form in the shop's own markup, and the page
 * script sends it. Otherwise the shop's backend subscribes the address.
 */
function newsletterForm(view: View): Html {
  const { formId, host } = view;
  const action =
    formId === undefined
      ? html`action="${pathOf(view, '/api/newsletter')}"`
      : html`data-drip-embedded-form="${formId}" action="${host}/forms/${encodeURIComponent(formId)}/submissions"`;
  return html`<form id="newsletter" method="post" ${action}>
<label for="letter-email">Email</label>
<div class="inline"><input id="letter-email" type="email" name="fields[email]" required autocomplete="email" placeholder="you@example.com">
<button type="submit">Subscribe</button></div>
<input type="hidden" name="fields[eu_consent]" value="denied">
<label class="check"><input type="checkbox" name="fields[eu_consent]" value="granted"> I agree to receive emails about coffee</label>
<div class="trap"><label>Leave this empty <input name="website" tabindex="-1" autocomplete="off"></label></div>
</form>`;
}

const consentBanner = (view: View) => html`<section class="consent" aria-labelledby="consent-title">
<form method="post" action="${pathOf(view, '/api/consent')}">
<h2 id="consent-title">May we remember what you look at?</h2>
<p>The page script waits for your answer. Until then it stores and sends nothing.</p>
<div class="buttons"><button type="submit" name="consent" value="granted">Allow</button>
<button class="second" type="submit" name="consent" value="denied">No, thank you</button></div>
</form></section>`;
