import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readSnippet } from '../snippet.ts';

/** The contents of a page of a site. */
export interface PageParts {
  path?: string;
  /** Runs before the snippet. */
  before?: string;
  /** Runs after the snippet, before the script has loaded. */
  after?: string;
  head?: string;
  body?: string;
  dir?: 'ltr' | 'rtl';
  /** The number of snippets on the page. */
  snippets?: number;
  subdomain?: string;
  /** Response headers of the page. */
  headers?: Record<string, string>;
  /** Adds a policy to the page: scripts and styles by nonce only, with Trusted Types. */
  isStrict?: boolean;
  /** Replaces the whole page. */
  html?: string;
  /** Replaces the README's snippet. */
  snippet?: string;
}

/** A customer's site whose pages have the script, on another origin than the script's. */
export interface Site extends AsyncDisposable {
  /** Makes this the site's page at every path. Returns its URL. */
  show(parts: PageParts): string;
}

/** Defines `callbacks(name)`, which returns callbacks that record their calls in `calls`. Violations of the policy are errors. */
const recorder = `
window.calls = [];
window.callbacks = (name) => ({
  success: (response) => { calls[calls.length] = { name: name + ' success', ...response }; },
  failure: (response) => { calls[calls.length] = { name: name + ' failure', ...response }; },
});
window.violations = [];
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
  violations.push(violatedDirective);
  console.error('violation of ' + violatedDirective + ' by ' + blockedURI + ' ' + sample);
});`;

const NONCE = 'r4nd0m';
const policyFor = (host: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${NONCE}' 'strict-dynamic'`,
    `style-src 'nonce-${NONCE}'`,
    `connect-src ${host}`,
    'img-src data:',
    "form-action 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

function pageOf({ dir = 'ltr', head = '', body = '', before = '', after = '', ...parts }: PageParts): string {
  const { snippet = '', snippets = 1 } = parts;
  return `<!doctype html><html lang="en" dir="${dir}"><head><meta charset="utf-8"><title>Shop</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
    <script>${recorder}${before}</script>${snippet.repeat(snippets)}<script>${after}</script>${head}</head>
    <body><main><h1>Shop</h1><p id="text">Coffee and tea.</p>${body}</main></body></html>`;
}

/** Opens a site with the script of an account from a script host. */
export async function openSite(host: string, account: string, domain = 'shop.localhost'): Promise<Site> {
  const readmeSnippet = (await readSnippet())
    .replaceAll('https://script.example.com', host)
    .replaceAll('9999999', account);
  let html = '';
  let sentHeaders: Record<string, string> = {};
  const site = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...sentHeaders }).end(html);
  });
  await once(site.listen(0, '127.0.0.1'), 'listening');
  const { port } = site.address() as AddressInfo;
  return {
    show(parts) {
      const { path = '/', subdomain = 'www', headers = {}, isStrict = false } = parts;
      sentHeaders = isStrict ? { ...headers, 'content-security-policy': policyFor(host) } : headers;
      html = parts.html ?? pageOf({ snippet: readmeSnippet, ...parts });
      if (isStrict) html = html.replaceAll(/<(script|style)\b/g, `<$1 nonce="${NONCE}"`);
      return `http://${subdomain}.${domain}:${port}${path}`;
    },
    async [Symbol.asyncDispose]() {
      site.closeAllConnections();
      await site[Symbol.asyncDispose]();
    },
  };
}
