import { readFile } from 'node:fs/promises';
import { inlineScript, pageResponse, sourceOf } from '../pages/page.ts';
import { scriptValue } from '../pages/script-text.ts';
import { type Html, html } from '../values/html.ts';

const stylesheet = new URL('./demo.css', import.meta.url);
const script = new URL('./demo.js', import.meta.url);

/** The origins of the demo page and its script. */
export interface DemoHost {
  /** The origin of the request, from its Host header. */
  readonly origin: string;
  readonly publicUrl?: string | undefined;
}

/** A demo page with the page script of an account. */
export async function demoPage(accountId: string, { origin, publicUrl }: DemoHost): Promise<Response> {
  const host = publicUrl ?? origin;
  const [styles, code] = await Promise.all([readFile(stylesheet, 'utf8'), readFile(script, 'utf8')]);
  const snippet = snippetOf(accountId);
  // The script may come from the public URL while the page comes from an internal address. Without a public URL both
  // are the same, and the Host header must not enter the policy.
  const scriptHost = publicUrl === undefined ? "'self'" : `'self' ${new URL(publicUrl).origin}`;
  return pageResponse({
    title: 'Trickle demo page',
    layout: 'wide',
    styles,
    head: html`${inlineScript(snippet)}
<script async src="${host}/${encodeURIComponent(accountId)}.js"></script>
`,
    body: html`${mainOf(accountId, host)}
${inlineScript(code)}`,
    policy: {
      'script-src': `${sourceOf(snippet)} ${sourceOf(code)} ${scriptHost}`,
      'connect-src': scriptHost,
    },
  });
}

/** The snippet from the README of the page script. */
const snippetOf = (accountId: string) => `
window._dcs={account:${scriptValue(accountId)}};window._dcq=window._dcq||[];
setInterval((q)=>{if(!window._dc){q=_dcq;if(Object.isFrozen(q))_dcq=q=[...q];q.forEach((c,i,l,u)=>{try{l=c[c.length-1];
if(l){q[i]=[...c,u];l.failure({success:!1,visitor_uuid:'',anonymous:!0,error:'blocked'})}}catch{}})}},1e4)
`;

const mainOf = (
  accountId: string,
  host: string,
): Html => html`<main data-account="${accountId}" data-host="${host}">
  <header>
    <h1>Trickle demo page</h1>
    <p>This page carries the script of account <code>${accountId}</code>. Identify yourself, track an event,
      and see the server's answers. The code next to each form is the code that runs.</p>
  </header>

  <section class="card" aria-labelledby="identify-title">
    <form id="identify">
      <h2 id="identify-title">Identify a subscriber</h2>
      <p>Creates or updates the subscriber, and links this browser to it.</p>
      <label for="email">Email</label>
      <input id="email" type="email" required autocomplete="email" value="ann@example.com">
      <label for="tag">Tag <small>(optional)</small></label>
      <input id="tag" autocomplete="off" value="demo">
      <button type="submit">Identify</button>
    </form>
    <pre><code id="identify-code"></code></pre>
  </section>

  <section class="card" aria-labelledby="track-title">
    <form id="track">
      <h2 id="track-title">Track an event</h2>
      <p>Records an event of the subscriber, or of the anonymous visitor until a subscriber is identified.</p>
      <button type="submit">Viewed pricing</button>
    </form>
    <pre><code id="track-code"></code></pre>
  </section>

  <section class="card whole" aria-labelledby="log-title">
    <h2 id="log-title">Callbacks</h2>
    <p>The objects that <code>success</code> and <code>failure</code> received, the latest first.</p>
    <p id="none">Nothing yet.</p>
    <ol id="log" aria-live="polite" reversed></ol>
  </section>

  <details>
    <summary>Read the subscriber from the API</summary>
    <pre><code id="curl"></code></pre>
  </details>
  <details>
    <summary>The snippet on this page</summary>
    <pre><code id="snippet"></code></pre>
  </details>
</main>`;
