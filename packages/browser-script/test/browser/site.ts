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
  /** The number of snippets on the page. */
  snippets?: number;
  /** Subdomain of shop.localhost. */
  subdomain?: string;
  /** Response headers of the page. */
  headers?: Record<string, string>;
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

/** Defines `callbacks(name)`, which returns callbacks that record their calls in `calls`. */
const recorder = `
window.calls = [];
window.callbacks = (name) => ({
  success: (response) => { calls[calls.length] = { name: name + ' success', ...response }; },
  failure: (response) => { calls[calls.length] = { name: name + ' failure', ...response }; },
});`;

/** Opens a site with the script of an account from a script host. */
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
