import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Asker } from '../domain/oauth-authorization.ts';
import type { OAuthRefusal } from '../domain/oauth-error.ts';
import { type Html, html, raw, wholePage } from '../html.ts';

/** A page and the headers that it is sent with. */
export interface Page {
  readonly body: string;
  readonly headers: Record<string, string>;
}

/** What the page that asks for consent shows. */
export interface ConsentView extends Asker {
  /** Where the form goes: the address that the page was asked for. */
  readonly action: string;
  /** Addresses of users to choose from. */
  readonly users: readonly string[];
  /** What was typed in, and what is wrong with it. */
  readonly wrong?: { readonly email: string; readonly why: string } | undefined;
}

const styles = new URL('./consent-page.css', import.meta.url);

/** The page that asks a user who they are, and whether an application may have access. It needs no script. */
export async function consentPage(view: ConsentView): Promise<Page> {
  const { application, redirectUri, action, users, wrong } = view;
  const { protocol, host, origin } = new URL(redirectUri);
  // Browsers hold the way back to the application against `form-action`, too.
  const target = origin === 'null' ? protocol : origin;
  return page(
    `Access for ${application.name}`,
    html`<h1>${application.name} asks for access to your account</h1>
<p>It will be able to read and change everything that your API token can:</p>
<ul><li>people, their tags, fields and events</li><li>campaigns, workflows, forms and webhooks</li></ul>
<form method="post" action="${action}">
<label for="email">Sign in as</label>
<input id="email" name="email" type="email" list="users" autocomplete="username" required
 value="${wrong?.email ?? (users.length === 1 ? users[0] : '')}"${wrong && raw(' aria-invalid="true" aria-describedby="wrong"')}>
<datalist id="users">${users.map((email) => html`<option value="${email}"></option>`)}</datalist>
${wrong && html`<p class="wrong" id="wrong" role="alert">${wrong.why}</p>`}
<div class="buttons">
<button class="main" name="decision" value="allow">Allow access</button>
<button name="decision" value="deny" formnovalidate>Deny</button>
</div>
</form>
<p class="quiet">You will go back to ${host || protocol}. This is a reference server: its users have no passwords.</p>`,
    `'self' ${target}`,
  );
}

/** The page that tells a user that the application has asked wrongly; nothing is sent back to it. */
export function refusalPage({ error, message }: OAuthRefusal): Promise<Page> {
  return page(
    'Access cannot be given',
    html`<h1>Access cannot be given</h1>
<p>${message}</p>
<p class="quiet">Error: <code>${error}</code>. You were not sent back, because the address to go back to cannot be trusted.</p>`,
    "'none'",
  );
}

async function page(title: string, content: Html, formAction: string): Promise<Page> {
  const css = await readFile(styles, 'utf8');
  const hash = createHash('sha256').update(css).digest('base64');
  const body = wholePage({ title, styles: css }, html`<main>${content}</main>`);
  const policy =
    `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; ` +
    `frame-ancestors 'none'; form-action ${formAction}`;
  const headers = {
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
  };
  return { body, headers };
}
