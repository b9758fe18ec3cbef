import { scriptValue } from '../../api/pages/script-text.ts';
import { type Html, html, raw } from '../../shared/values/html.ts';
import type { View } from './view.ts';

/**
 * The drawer: each call of the page script and of the shop's backend, and a tab to try the page script by hand. The
 * page's script fills it; without JavaScript it stays closed.
 */
export const drawer = (view: View, snippet: string): Html => html`
<button id="drawer-button" class="drawer-button" type="button" aria-expanded="false" aria-controls="drawer" hidden>
<span aria-hidden="true">{ }</span> API calls <span id="call-count" class="count">0</span></button>
<aside id="drawer" class="drawer" aria-labelledby="drawer-title" hidden>
<div class="drawer-head"><h2 id="drawer-title">Behind the shop</h2>
<button id="drawer-close" class="plain" type="button" aria-label="Close">×</button></div>
<div class="tabs" role="tablist" aria-label="Behind the shop">
<button role="tab" type="button" id="tab-calls" aria-controls="panel-calls" aria-selected="true">Calls</button>
<button role="tab" type="button" id="tab-try" aria-controls="panel-try" aria-selected="false" tabindex="-1">Try the script</button>
</div>
<section id="panel-calls" role="tabpanel" aria-labelledby="tab-calls" tabindex="0">
<p class="hint"><b class="from browser">Browser</b> is the page script on this page. <b class="from backend">Backend</b> is the SDK in the shop's server.</p>
<p id="no-calls">Nothing yet. Look at a coffee, or put one into the cart.</p>
<ol id="calls" aria-live="polite"></ol>
<button id="clear-calls" class="second small-button" type="button" hidden>Clear the list</button>
</section>
${tryPanel(view, snippet)}
</aside>
<script type="application/json" id="backend-calls">${raw(scriptValue(shownCalls(view)))}</script>`;

/** The part of the backend's calls that the drawer shows. */
const shownCalls = ({ session: { id, calls, email } }: View) => ({
  // The id itself is the session's secret; its first digits tell one session from the next.
  session: id.slice(0, 8),
  email,
  calls,
});

const tryPanel = (
  { accountId, host, session }: View,
  snippet: string,
): Html => html`<section id="panel-try" role="tabpanel" aria-labelledby="tab-try" tabindex="0" hidden>
<p class="hint">This page has the script of account <code>${accountId}</code>. Send commands by hand; the code under each form is what runs.</p>
<form id="identify">
<h3>Identify a subscriber</h3>
<p>Creates or updates the subscriber, and links this browser to it.</p>
<label for="email">Email</label>
<input id="email" type="email" required autocomplete="email" value="${session.email ?? 'ann@example.com'}">
<label for="tag">Tag <small>(optional)</small></label>
<input id="tag" autocomplete="off" value="demo">
<pre><code id="identify-code"></code></pre>
<button type="submit">Identify</button>
</form>
<form id="track">
<h3>Track an event</h3>
<p>Records an event of the subscriber, or of the anonymous visitor until a subscriber is identified.</p>
<pre><code id="track-code"></code></pre>
<button type="submit">Viewed pricing</button>
</form>
<h3>Consent</h3>
<p id="consent-state"></p>
<div class="buttons"><button class="second small-button" type="button" data-consent="granted">Grant</button>
<button class="second small-button" type="button" data-consent="denied">Revoke</button></div>
<details><summary>Read the subscriber from the API</summary><pre><code id="curl"></code></pre></details>
<details><summary>The snippet on this page</summary><pre><code id="snippet">${`<script>${snippet}</script>\n<script async src="${host}/${encodeURIComponent(accountId)}.js"></script>`}</code></pre></details>
</section>`;
