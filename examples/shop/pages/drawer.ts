import { html } from 'hono/html';
import type { Html, View } from './page.ts';

/**
 * The drawer: each call of the page script and of the shop's backend, and forms to try the page script by hand. A script
 * fills it; without JavaScript it stays closed.
 */
export const drawer = (view: View, snippet: string): Html => html`
<aside id="drawer" aria-labelledby="drawer-title" hidden>
<div class="row spread"><h2 id="drawer-title">Behind the shop</h2>
<button id="drawer-close" class="plain" type="button" aria-label="Close">×</button></div>
<p><b class="from browser">Browser</b> is the page script on this page. <b class="from backend">Backend</b> is the SDK in the shop's server.
<a id="requests-link" href="${inspectorUrl(view, '/requests')}">All requests in the inspector</a></p>
<details id="try"><summary>Try the script</summary>
<p>This page has the script of account <code>${view.accountId}</code>. Send commands by hand; the code under each form is what runs.</p>
<form id="identify">
<h3>Identify a subscriber</h3>
<p>Creates or updates the subscriber, and links this browser to it.</p>
<label for="email">Email</label>
<input id="email" type="email" required autocomplete="email" value="${view.session.email ?? 'ann@example.com'}">
<label for="tag">Tag (optional)</label>
<input id="tag" autocomplete="off" value="demo">
<pre><code id="identify-code"></code></pre>
<button>Identify</button>
</form>
<form id="track">
<h3>Track an event</h3>
<p>Records an event of the subscriber, or of the anonymous visitor until a subscriber is identified.</p>
<pre><code id="track-code"></code></pre>
<button>Viewed pricing</button>
</form>
<h3>Consent</h3>
<p id="consent-state"></p>
<div class="row"><button class="second" type="button" data-consent="granted">Grant</button>
<button class="second" type="button" data-consent="denied">Revoke</button></div>
<details><summary>The snippet on this page</summary><pre><code>${snippet}</code></pre></details>
</details>
<p id="no-calls">Nothing yet. Look at a coffee, or put one into the cart.</p>
<ol id="calls" aria-live="polite"></ol>
<button id="clear-calls" class="second" type="button" hidden>Clear the list</button>
</aside>`;

/** The button that opens the drawer, in the header, where it covers nothing. */
export const drawerButton: Html = html`<button id="drawer-button" type="button" aria-expanded="false" aria-controls="drawer" hidden>
API calls <span id="call-count" class="count">0</span></button>`;

/** A page of the inspector, which the reference server has. */
export const inspectorUrl = (
  { baseUrl, accountId }: Pick<View, 'baseUrl' | 'accountId'>,
  path = '',
): string => `${baseUrl}/_inspector${path}?account=${encodeURIComponent(accountId)}`;
