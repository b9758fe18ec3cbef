import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { createServer, type Seed, type Server, type ServerOptions } from '@trickle/mock-server';
import { violationsOn as violationsIn } from '../../../../scripts/setup/axe.ts';
import { ACCOUNT, EVIL, EVIL_LINK, HOSTILE_SEED, TOKEN } from './hostile-seed.ts';

export { expect };

/** A running server with its inspector. */
export interface Inspected {
  readonly server: Server;
  readonly url: string;
  /** Calls the REST API of the account with its token. */
  api(method: string, path: string, body?: unknown): Promise<Response>;
  /** Calls the admin API. */
  admin<Result>(method: string, path: string, body?: unknown): Promise<Result>;
}

/** Starts a server with a frozen clock, and does what the seed has due. */
export async function inspect(seed: Seed = HOSTILE_SEED, options: ServerOptions = {}): Promise<Inspected> {
  const operator = `Basic ${Buffer.from(`:${options.adminPassword ?? ''}`).toString('base64')}`;
  const server = await createServer({ ...options, seed, time: { now: '2026-01-20T09:00:00Z', speed: 0 } });
  await server.settle();
  const url = await server.listen();
  const send = (method: string, path: string, body: unknown, headers: Record<string, string>) =>
    fetch(url + path, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  return {
    server,
    url,
    api: (method, path, body) =>
      send(method, path, body, { authorization: `Basic ${Buffer.from(`${TOKEN}:`).toString('base64')}` }),
    async admin<Result>(method: string, path: string, body?: unknown) {
      const response = await send(method, `/_admin${path}`, body, { authorization: operator });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${text}`);
      return (text === '' ? undefined : JSON.parse(text)) as Result; // the caller names it
    },
  };
}

type AccountSeed = NonNullable<Seed['accounts']>[number];

/** A seed of one account with these contents. */
export const seedOf = (account: Partial<AccountSeed>): Seed => ({
  accounts: [
    {
      id: ACCOUNT,
      default_from_email: 'from@example.com',
      default_postal_address: '1 Main Street',
      users: [{ email: 'owner@example.com', role: 'owner', token: TOKEN }],
      ...account,
    },
  ],
});

const v2 = `/v2/${ACCOUNT}`;
const v3 = `/v3/${ACCOUNT}`;

/** Lets things happen in every part of the account, with hostile text wherever text is possible. */
export async function makeHostile({ api, admin, server, url }: Inspected): Promise<void> {
  await addFailedJob(server); // first: it empties the request log
  await admin('POST', '/checkpoints', {});
  const subscriber = {
    email: 's3@example.com',
    first_name: EVIL,
    custom_fields: { other: EVIL },
    tags: [EVIL],
  };
  await api('POST', `${v2}/subscribers`, { subscribers: [{ ...subscriber, [EVIL]: EVIL }] });
  await api('POST', `${v2}/subscribers/batches`, {
    batches: [{ subscribers: [subscriber, { email: 'new@example.com' }, { email: EVIL }] }],
  });
  await api('GET', `${v2}/${encodeURIComponent(EVIL)}?q=${encodeURIComponent(EVIL_LINK)}`);
  await api('POST', `${v2}/events`, `{"events":[{"email":"${EVIL_LINK}"`);
  await api('POST', `${v2}/events`, { events: [{ email: 's3@example.com', action: EVIL }] });
  await api('POST', `${v2}/campaigns/111/subscribers`, { subscribers: [{ email: 's4@example.com' }] });
  const shop = { provider: 'shop', email: 's3@example.com', occurred_at: '2026-01-20T09:00:00Z' };
  await api('POST', `${v3}/shopper_activity/order`, {
    ...shop,
    action: 'placed',
    order_id: EVIL,
    grand_total: 20,
    order_url: EVIL_LINK,
    items: [{ name: EVIL, price: 20, product_url: EVIL_LINK, image_url: EVIL_LINK }],
  });
  await api('POST', `${v3}/shopper_activity/cart`, {
    ...shop,
    action: 'created',
    cart_id: EVIL,
    cart_url: 'https://shop.test/cart',
    grand_total: 20,
    items: [{ name: EVIL, price: 20 }],
  });
  await api('POST', `${v3}/shopper_activity/product`, {
    ...shop,
    action: 'created',
    product_id: EVIL,
    product_variant_id: EVIL,
    name: EVIL,
    price: 20,
  });
  await api('POST', `${v2}/orders`, {
    orders: [
      { email: 's3@example.com', amount: 2000, identifier: EVIL, items: [{ name: EVIL, amount: 2000 }] },
    ],
  });
  await fetch(`${url}/forms/444/submissions`, {
    method: 'POST',
    body: new URLSearchParams({ 'fields[email]': 's5@example.com', 'fields[first_name]': EVIL }),
  });
  await admin('POST', '/faults', { path: EVIL, status: 500, answer: EVIL });
  await server.settle();
  await server.advance({ days: 3 });
  // Somebody waits at a step, and a job waits to go on.
  await api('POST', `${v2}/workflows/333/subscribers`, { subscribers: [{ email: 's6@example.com' }] });
}

/** Adds what no call can make: a job that failed. */
async function addFailedJob(server: Server): Promise<void> {
  const state = await server.exportState();
  const failed = {
    ...{ account_id: ACCOUNT, id: 'failed', kind: 'campaign_planning', clock_id: '', queue: '', lane: null },
    ...{ run_at: server.time.now().getTime(), claimed_by: null, failure: EVIL },
    input: JSON.stringify({ campaignId: '111', after: 0 }),
  };
  await server.importState({
    ...state,
    tables: { ...state.tables, jobs: [...(state.tables.jobs ?? []), failed] },
  });
}

/** Starts an HTTP server of a test, which ends when it is disposed of. */
export async function listen(answer: RequestListener): Promise<{ readonly url: string } & AsyncDisposable> {
  const server = createHttpServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** The forbidden effects of a page. */
export interface Watch {
  /** Console messages, errors and dialogs so far. */
  readonly complaints: string[];
}

/** Watches a page from now on. */
export async function watch(page: Page): Promise<Watch> {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // Frames with emails and forms are sandboxed: that their scripts are blocked is what this page wants.
    const isOfFrame =
      /\/preview\b|\/forms\//.test(message.location().url) || message.text().includes("'about:srcdoc'");
    if (!isOfFrame) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(String(error.stack)));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.addInitScript(() => {
    const found: string[] = [];
    Object.assign(window, { policyViolations: found });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      found.push(`${violatedDirective} ${blockedURI}`);
    });
  });
  return { complaints };
}

/** The effects of hostile text on a page: scripts that ran, violations of the policy, links with scripts. */
export const breachesOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { hacked, policyViolations } = window as { hacked?: unknown; policyViolations?: string[] };
    const links = [...document.querySelectorAll('[href], [src], [action], [formaction]')].filter((element) =>
      [...element.attributes].some(({ value }) => /^\s*javascript:/i.test(value)),
    );
    return [
      ...(hacked === undefined ? [] : ['a script ran']),
      ...(policyViolations ?? []),
      ...links.map((element) => element.outerHTML),
      ...[...document.querySelectorAll('main script, main style, [onerror], main img[src="x"]')].map(
        (element) => element.outerHTML,
      ),
    ];
  });

/** The findings of axe on a page. The content of frames is not this page's. */
export const violationsOn = (page: Page, rules?: readonly string[]): Promise<string[]> =>
  violationsIn(page, { rules, exclude: ['iframe'] });

/** Opens a page of the inspector, and waits until it shows its content. */
export async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await isReady(page);
}

/** Goes from one page of the inspector to another, as its links do, and waits until it shows its content. */
export async function follow(page: Page, url: string): Promise<void> {
  await page.evaluate(async (target) => {
    window.history.pushState(null, '', target);
    window.dispatchEvent(new PopStateEvent('popstate'));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))); // it is drawn
  }, url);
  await isReady(page);
}

/** Waits until a page shows its content. */
export async function isReady(page: Page): Promise<void> {
  await expect(page.locator('main :is(h1, h2):visible').first()).toBeVisible();
  await expect(page.locator('main .loading')).toHaveCount(0);
}

/** Scrolls to the end of a list until something is there: rows are loaded while the page scrolls. */
export const scrollDownTo = (page: Page, there: Locator): Promise<void> =>
  expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      return there.count();
    })
    .toBeGreaterThan(0);

interface Fixtures extends Inspected {
  /** The contents of the server. */
  readonly seed: Seed;
  readonly inspected: Inspected;
  /** URL of the inspector. */
  readonly root: string;
}

/** A test with a server of its own. */
export const test = base.extend<Fixtures>({
  seed: [HOSTILE_SEED, { option: true }],
  inspected: async ({ page, seed }, use) => {
    const inspected = await inspect(seed);
    await use(inspected);
    await page.close(); // and with it the stream of changes
    await inspected.server.close();
  },
  server: ({ inspected }, use) => use(inspected.server),
  url: ({ inspected }, use) => use(inspected.url),
  api: ({ inspected }, use) => use(inspected.api),
  admin: ({ inspected }, use) => use(inspected.admin),
  root: ({ inspected }, use) => use(`${inspected.url}/_inspector`),
});
