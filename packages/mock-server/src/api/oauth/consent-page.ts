import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ClientApplication, OAuthErrorCode, Parameters } from '../../domain/oauth/authorize.ts';
import { html, raw } from '../../shared/values/html.ts';
import { BRAND, pageResponse } from '../pages/page.ts';

const LIFETIME = 60 * 60_000;

/** The parameters that a page token covers. */
const BOUND = [
  'client_id',
  'redirect_uri',
  'response_type',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const;

/** Signs the consent page, so that only decisions count from a page of this server, or of one with the same key. */
// Unspecified: U-170
export interface PageTokens {
  make(parameters: Parameters, now: number): Promise<string>;
  /** Whether a token matches the parameters and is less than an hour old. */
  isValid(token: string | undefined, parameters: Parameters, now: number): Promise<boolean>;
}

/** Creates page tokens. `key` returns the secret that signs them. */
export function pageTokens(key: () => Promise<string>): PageTokens {
  const sign = async (parameters: Parameters, madeAt: number) => {
    const text = JSON.stringify([madeAt, ...BOUND.map((name) => parameters[name] ?? null)]);
    const signature = createHmac('sha256', await key())
      .update(text)
      .digest('base64url');
    return `${madeAt}.${signature}`;
  };
  return {
    make: sign,
    async isValid(token = '', parameters, now) {
      const madeAt = Number(token.slice(0, token.indexOf('.')));
      if (!(madeAt <= now && now < madeAt + LIFETIME)) return false;
      const [actual, expected] = [Buffer.from(token), Buffer.from(await sign(parameters, madeAt))];
      return actual.length === expected.length && timingSafeEqual(actual, expected);
    },
  };
}

export interface ConsentView extends ClientApplication {
  /** The query of the page's URL. */
  readonly search: string;
  /** Proves that the form was sent from this page. */
  readonly token: string;
  /** Email addresses of users to choose from. */
  readonly users: readonly string[];
  /** The rejected input and the reason. */
  readonly wrong?: { readonly email: string; readonly why: string; readonly status: 403 | 422 } | undefined;
}

// With `no-referrer`, browsers would send the form with `Origin: null`.
const headers = { 'referrer-policy': 'same-origin', 'x-frame-options': 'DENY' };

/** The consent page: asks for the user's email address and for access. It needs no script. */
export function consentPage(view: ConsentView): Promise<Response> {
  const { application, redirectUri, search, token, users, wrong } = view;
  const { protocol, host, origin } = new URL(redirectUri);
  // Browsers also apply `form-action` to the redirect back to the application.
  const target = origin === 'null' ? protocol : origin;
  const email = wrong?.email || (users.length === 1 ? users[0] : '');
  const body = html`<main>${BRAND}
<h1>${application.name} asks for access to your account</h1>
<p>It will be able to read and change everything that your API token can:</p>
<ul><li>subscribers, their tags, custom fields and events</li><li>campaigns, workflows, forms and webhooks</li></ul>
<form method="post" action="${search}">
<input type="hidden" name="page_token" value="${token}">
<label for="email">Sign in as</label>
<input id="email" name="email" type="email" list="users" autocomplete="username" required
 value="${email}"${wrong && raw(' aria-invalid="true" aria-describedby="wrong"')}>
<datalist id="users">${users.map((address) => html`<option value="${address}"></option>`)}</datalist>
${wrong && html`<p class="error" id="wrong" role="alert">${wrong.why}</p>`}
<div class="buttons">
<button name="decision" value="allow">Allow access</button>
<button class="second" name="decision" value="deny" formnovalidate>Deny</button>
</div>
</form>
<p class="quiet">You will be sent back to <b>${host || protocol}</b>. This is a reference server: its users have no passwords.</p></main>`;
  const title = `Access for ${application.name}`;
  const policy = { 'form-action': `'self' ${target}` };
  return pageResponse({ title, body, styles, policy }, { status: wrong?.status ?? 200, headers });
}

const styles = `
ul { margin: 0 0 1.5rem; padding-left: 1.25rem; }
#wrong { margin: .5rem 0 0; font-weight: 600; }
form { margin-bottom: 1.25rem; }
`;

/** The error page for an invalid request of an application. The user is not redirected back. */
export function errorPage(error: OAuthErrorCode, message: string, status: 400 | 403): Promise<Response> {
  const body = html`<main>${BRAND}
<h1>Access cannot be given</h1>
<p>${message}</p>
<p class="quiet">Error: <code>${error}</code>. You were not sent back, because the address to go back to cannot be trusted.</p></main>`;
  return pageResponse({ title: 'Access cannot be given', body }, { status, headers });
}
