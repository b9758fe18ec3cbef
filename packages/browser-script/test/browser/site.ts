import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readSnippet } from '../snippet.ts';

/** What is on a page of a site. */
export interface PageParts {
  path?: string;
  /** Runs before the snippet. */
  before?: string;
  /** Runs after the snippet, before the script has loaded. */
  after?: string;
  /** How often the snippet is on the page. */
  snippets?: number;
  /** Of shop.localhost. */
  subdomain?: string;
  /** Sent with the page. */
  headers?: Record<string, string>;
  /** Replaces the whole page. */
  html?: string;
  /** In place of the snippet that the README has. */
  snippet?: string;
}

/** A customer's site whose pages carry the script; another origin than the script's. */
export interface Site extends AsyncDisposable {
  /** Makes this the site's page, at every path; gives its URL. */
  show(parts: PageParts): string;
}

/** `callbacks(name)` gives callbacks that write down their calls in `calls`. */
const recorder = `
window.calls = [];
window.callbacks = (name) => ({
  success: (response) => { calls[calls.length] = { name: name + ' success', ...response }; },
  failure: (response) => { calls[calls.length] = { name: name + ' failure', ...response }; },
});`;

/** Opens a site for an account whose script is at a URL. */
export async function openSite(host: string, account: string): Promise<Site> {
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
    show({
      path = '/',
      before = '',
      after = '',
      snippets = 1,
      subdomain = 'www',
      headers = {},
      snippet = readmeSnippet,
      html: whole,
    }) {
      sentHeaders = headers;
      html =
        whole ??
        `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><script>${recorder}${before}</script>
        ${snippet.repeat(snippets)}<script>${after}</script>`;
      const { nonce } = headers;
      if (nonce) html = html.replaceAll('<script', `<script nonce="${nonce}"`);
      return `http://${subdomain}.shop.localhost:${port}${path}`;
    },
    async [Symbol.asyncDispose]() {
      site.closeAllConnections();
      await site[Symbol.asyncDispose]();
    },
  };
}
