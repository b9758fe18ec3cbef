import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { test as base, type Locator, type Page } from '@playwright/test';
import { createServer, type Seed, type Server } from '@trickle/mock-server';
import { ORIENTATIONS } from '../../../mock-server/src/store/records/forms.ts';
import { type Collector, openCollector } from '../collector.ts';
import { readSnippet } from '../snippet.ts';
import { expect, inOtherEngines, onlyInChromium } from './shop.ts';

type AccountSeed = NonNullable<Seed['accounts']>[number];
export type FormSeed = NonNullable<AccountSeed['forms']>[number];

export const ACCOUNT = '9999999';

/** The contents of a page of the shop. */
export interface PageParts {
  forms: FormSeed[];
  campaigns?: AccountSeed['campaigns'];
  path?: string;
  head?: string;
  body?: string;
  /** Runs before the snippet. */
  before?: string;
  dir?: 'ltr' | 'rtl';
  /** Adds a policy to the page: scripts and styles by nonce only, with Trusted Types. */
  isStrict?: boolean;
  /** Whether a policy blocks all scripts. */
  isBlocked?: boolean;
}

/** A customer's site whose pages have the script of an account with forms. */
export interface FormsShop {
  readonly server: Server;
  /** The proxy between the pages and the server. */
  readonly collector: Collector;
  /** URL of the script host. */
  readonly host: string;
  /** Requests to the script host so far, as method and path. */
  readonly requests: string[];
  /** Errors that reached the page, and violations of its policy. */
  readonly errors: string[];
  readonly warnings: string[];
  /** Opens a page. The first call creates the server with the given forms. */
  open(parts: PageParts): Promise<void>;
  /** Lists the account's subscribers. */
  subscribers(): Promise<Readonly<Record<string, unknown>>[]>;
}

const NONCE = 'r4nd0m';
const POLICY = [
  "default-src 'none'",
  `script-src 'nonce-${NONCE}' 'strict-dynamic'`,
  `style-src 'nonce-${NONCE}'`,
  'connect-src http:',
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const violations = `
addEventListener('securitypolicyviolation', (event) => {
  console.error('violation of ' + event.violatedDirective + ' by ' + event.blockedURI + ' ' + event.sample);
});`;

function pageOf(snippet: string, { head = '', body = '', before = '', dir = 'ltr' }: PageParts): string {
  return `<!doctype html><html lang="en" dir="${dir}"><head><meta charset="utf-8"><title>Shop</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
    <script>${violations}${before}</script>${snippet}${head}</head>
    <body><main><h1>Shop</h1><p id="text">Coffee and tea.</p>${body}</main></body></html>`;
}

export const test = base.extend<{ shop: FormsShop }>({
  shop: async ({ page }, use) => {
    const seen = { requests: [] as string[], errors: [] as string[], warnings: [] as string[] };
    page.on('pageerror', (error) => {
      // Playwright reports Firefox's messages about failed requests as errors of the page.
      if (!/^(Error: )?Cross-Origin Request Blocked/.test(`${error}`)) seen.errors.push(`${error}`);
    });
    page.on('console', (message) => {
      if (
        message.type() === 'error' &&
        !/status of [45]\d\d|net::ERR|^Cross-Origin Request Blocked/.test(message.text())
      )
        seen.errors.push(message.text());
      if (message.type() === 'warning') seen.warnings.push(message.text());
    });

    let html = '';
    let headers: Record<string, string> = {};
    await using site = createHttpServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html);
    });
    await once(site.listen(0, '127.0.0.1'), 'listening');
    const { port } = site.address() as AddressInfo;
    let server: Server | undefined;
    let collector: Collector | undefined;
    const opened = <Part>(part: Part | undefined): Part => {
      if (!part) throw new Error('Open a page first.');
      return part;
    };

    await use({
      ...seen,
      get server() {
        return opened(server);
      },
      get collector() {
        return opened(collector);
      },
      get host() {
        return opened(collector).url;
      },
      async open(parts) {
        if (!server) {
          server = await createServer({ seed: seedOf(parts) });
          collector = await openCollector(server);
          const { url } = collector;
          page.on('request', (request) => {
            if (!request.url().startsWith(url)) return;
            seen.requests.push(`${request.method()} ${request.url().slice(url.length)}`);
          });
        }
        const snippet = (await readSnippet())
          .replaceAll('https://script.example.com', this.host)
          .replaceAll('9999999', ACCOUNT);
        html = pageOf(snippet, parts);
        if (parts.isStrict) html = html.replaceAll(/<(script|style)\b/g, `<$1 nonce="${NONCE}"`);
        const policy = parts.isBlocked ? "script-src 'none'" : parts.isStrict ? POLICY : undefined;
        headers = policy === undefined ? {} : { 'content-security-policy': policy };
        await page.goto(`http://shop.localhost:${port}${parts.path ?? '/'}`);
      },
      async subscribers() {
        const { connection } = this.server;
        const response = await connection.fetch(
          `${connection.baseUrl}/v2/${ACCOUNT}/subscribers?status=all`,
          { headers: { authorization: `Basic ${btoa(`${connection.apiKey}:`)}` } },
        );
        return (await response.json()).subscribers;
      },
    });
    site.closeAllConnections();
    await collector?.[Symbol.asyncDispose]();
    await server?.close();
  },
});

const seedOf = ({ forms, campaigns = [] }: PageParts): Seed => ({
  accounts: [
    {
      id: ACCOUNT,
      default_from_email: 'ann@acme.test',
      default_postal_address: '1 Market Street',
      users: [{ email: 'owner@acme.test', token: 'token' }],
      campaigns,
      forms,
    },
  ],
});

/** Returns a form with several fields that does not open by itself during a test. */
export const letters = (form: Partial<FormSeed> = {}): FormSeed => ({
  id: '77',
  headline: 'Letters from the coffee shop',
  description: 'Twice a month: new beans, recipes, and ten percent off the first order.',
  button_text: 'Sign me up',
  confirmation_heading: 'Nearly there',
  confirmation_text: 'Look into your mailbox and confirm your address.',
  seconds_before_popup: 10_000,
  fields: [
    { name: 'email' },
    { name: 'first_name' },
    { name: 'roast', type: 'select', options: ['Light', 'Dark'] },
  ],
  eu_consent: 'I agree to receive these letters.',
  ...form,
});

export { ORIENTATIONS };

/** Selects the hosts of forms: elements of the script, and places on the page. */
export const HOSTS = 'trickle-form, div[data-drip-embedded-form]';

/** Locates the parts of a form on the page, in any orientation. */
export function partsOf(
  page: Page,
): Record<'host' | 'tab' | 'panel' | 'close' | 'submit' | 'email', Locator> {
  const host = page.locator(HOSTS);
  return {
    host,
    tab: host.locator('button[aria-haspopup=dialog]'),
    panel: host.locator('[role=dialog], [role=group]'),
    close: host.getByRole('button', { name: 'Close' }),
    submit: host.getByRole('button', { name: 'Sign me up' }),
    email: host.getByLabel('Email'),
  };
}

/** Fills an input that is not empty. In Firefox, `fill` appends to the value. */
export async function refill(input: Locator, text: string): Promise<void> {
  await input.press('ControlOrMeta+a');
  await input.press('Delete');
  await input.fill(text);
}

/** Pushes a command. */
export const push = (page: Page, ...command: unknown[]): Promise<void> =>
  page.evaluate((given) => void window._dcq?.push(given as never), command);

/** Waits until the forms have loaded. Until then, the browser itself submits the forms of a page. */
export const waitForForms = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const done = () => resolve();
        window._dcq?.push(['hideForm', { id: 'none', success: done, failure: done }] as never);
      }),
  );

const require = createRequire(import.meta.url); // `import` resolves to jQuery's ES module
const source = (file: string) => readFileSync(file, 'utf8');

const JQUERY = {
  'jquery-1': require.resolve('jquery-1'),
  'jquery-3': require.resolve('jquery-3'),
  jquery: require.resolve('jquery'),
};

/** Returns the source of a version of jQuery. */
export const jQuery = (name: keyof typeof JQUERY): string => source(JQUERY[name]);

/** Lists touch targets that are smaller than 44 pixels. */
export const smallTargetsOn = (page: Page): Promise<string[]> =>
  page.locator(HOSTS).evaluateAll((hosts) =>
    hosts.flatMap((host) =>
      [
        ...(host.shadowRoot?.querySelectorAll(
          'button, input:not([type=checkbox]), select, label:has(input)',
        ) ?? []),
      ]
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.width < 44 || box.height < 44))
        .map(({ element, box }) => `${element.outerHTML} ${box.width} x ${box.height}`),
    ),
  );

export { expect, inOtherEngines, onlyInChromium };
