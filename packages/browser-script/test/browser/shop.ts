import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { createServer, type Seed, type Server } from '@trickle/mock-server';
import { createClient, type Subscriber } from '@trickle/sdk';
import { ORIENTATIONS as ALL } from '../../../mock-server/src/store/records/forms.ts';
import type { CallbackResponse } from '../../src/types.ts';
import { type Collector, openCollector } from '../collector.ts';
import { openSite, type Site, type PageParts as SiteParts } from './site.ts';

/** A call of a callback, with its argument. */
export interface Call extends CallbackResponse {
  /** The command, followed by `success` or `failure`. */
  name: string;
}

declare global {
  interface Window {
    calls: Call[];
  }
}

type AccountSeed = NonNullable<Seed['accounts']>[number];
export type FormSeed = NonNullable<AccountSeed['forms']>[number];

export const ACCOUNT = '9999999';

/** The contents of a page of the shop, and how it is opened. */
export interface PageParts extends Omit<SiteParts, 'body'> {
  body?: string | ((host: string) => string);
  /** Starts a new server, whose account has these forms. */
  forms?: FormSeed[];
  /** Whether to continue before the page has loaded. */
  isSlow?: boolean;
}

/** Selects the hosts of forms: elements of the script, and places on the page. */
export const HOSTS = 'trickle-form, div[data-drip-embedded-form]';

/** A place for the form 77. */
export const PLACE = '<div data-drip-embedded-form="77"></div>';

/** An orientation of each kind: a dialog, a place on the page, a tab, and a bar. */
export const KINDS = ['lightbox', 'embedded', 'side_left_tab', 'top_bar'] as const;
export type Orientation = (typeof ALL)[number];
/** All orientations; first one of each kind. */
export const ORIENTATIONS: readonly Orientation[] = [...new Set<Orientation>([...KINDS, ...ALL])];
/** An orientation of each kind that is not in a place of the page. */
export const FLOATING = KINDS.filter((orientation) => orientation !== 'embedded');

/** Returns a form with several fields that does not open by itself during a test. */
export const letters = (form: Partial<FormSeed> = {}): FormSeed => ({
  id: '77',
  headline: 'Letters from the coffee shop',
  description: 'Twice a month: new beans, recipes, and ten percent off the first order.',
  button_text: 'Sign me up',
  confirmation_heading: 'Nearly there',
  confirmation_text: 'Look into your mailbox and confirm your address.',
  orientation: 'lightbox',
  seconds_before_popup: 10_000,
  fields: [
    { name: 'email' },
    { name: 'first_name' },
    { name: 'roast', type: 'select', options: ['Light', 'Dark'] },
  ],
  eu_consent: 'I agree to receive these letters.',
  ...form,
});

/** Locates the parts of a form on the page, in any orientation. */
const partsOf = (host: Locator) => ({
  host,
  tab: host.locator('button[aria-haspopup=dialog]'),
  panel: host.locator('[role=dialog], [role=group]'),
  close: host.getByRole('button', { name: 'Close' }),
  submit: host.getByRole('button', { name: 'Sign me up' }),
  email: host.getByLabel('Email'),
  status: host.getByRole('status'),
  thanks: host.getByText('Nearly there'),
});

/** A server with an account, and a customer's site that no visitor has seen. */
interface Started {
  readonly server: Server;
  /** The proxy between the pages and the server. */
  readonly collector: Collector;
  /** URL of the script host. */
  readonly url: string;
  readonly client: ReturnType<typeof createClient>;
  readonly site: Site;
}

/** A customer's site whose pages have the script, on another origin than the script's. */
export interface Shop extends Started, ReturnType<typeof partsOf> {
  /** Requests to the script host so far, as method and path. */
  readonly requests: string[];
  /** Errors that reached the page, and violations of its policy. A test fails if there are any at its end. */
  readonly errors: string[];
  readonly warnings: string[];
  /** Starts a new server with an account that has these contents, and a new site. */
  start(account: Partial<AccountSeed>): Promise<void>;
  open(parts?: PageParts): Promise<void>;
  /** Opens a page, and waits until its forms have loaded. */
  load(parts?: PageParts): Promise<void>;
  /** Waits until the script has started. */
  isLoaded(): Promise<unknown>;
  /** Waits until the forms have loaded. Until then, the browser itself submits the forms of a page. */
  hasForms(): Promise<void>;
  push(...command: unknown[]): Promise<void>;
  /** Opens a page of an account with one form, which a command opens, in its place if it is embedded. */
  show(form?: Partial<FormSeed>, parts?: PageParts): Promise<void>;
  /** Submits the form 77 with an address, and waits for the confirmation. */
  send(address?: string): Promise<void>;
  /** Waits for this number of calls of callbacks. Returns the calls, in order. */
  called(times: number): Promise<Call[]>;
  /** The POST requests to the script host. */
  posts(): string[];
  /** The names of the events that have arrived, in alphabetical order. */
  actions(): Promise<string[]>;
  /** The account's subscribers. */
  subscribers(): Promise<Subscriber[]>;
  /**
   * Runs steps for each value of a setting that does not depend on the engine, with a new server and site. Chromium runs all,
   * and the other engines the first ones as examples.
   */
  each<const Value>(
    values: readonly Value[],
    steps: (value: Value) => Promise<void>,
    examples?: number,
  ): Promise<void>;
}

export { expect };

/** The URLs to which the script posts. */
export const MESSAGES = '**/client/*/messages';

/** Stops the clock of a page before it opens. Then the clock moves only by `page.clock.runFor`. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: '2026-01-01T00:00:00Z' });
  // An hour later: on a slow machine, time passes between the two calls.
  await page.clock.pauseAt('2026-01-01T01:00:00Z');
}

/** A command to track an event, with callbacks of its name. */
export const track = (name: string): string => `_dcq.push(['track', '${name}', callbacks('${name}')]);`;

/** Advances the page's clock in small steps and polls a value. */
export const passTime = (page: Page, read: () => unknown) =>
  expect.poll(
    async () => {
      await page.clock.runFor(250);
      return read();
    },
    { intervals: [20] },
  );

/** Holds the requests for a URL until the returned function is called. */
export async function hold(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Messages of browsers about failed requests. Playwright reports those of Firefox as errors of the page. */
const FAILED_REQUEST = /status of [45]\d\d|net::ERR|^(Error: )?Cross-Origin Request Blocked/;

function watch(page: Page, urlOf: () => string) {
  const seen = { requests: [] as string[], errors: [] as string[], warnings: [] as string[] };
  page.on('request', (request) => {
    const url = urlOf();
    if (request.url().startsWith(url)) {
      seen.requests.push(`${request.method()} ${request.url().slice(url.length)}`);
    }
  });
  const note = (text: string) => void (FAILED_REQUEST.test(text) || seen.errors.push(text));
  page.on('pageerror', (error) => note(`${error}`));
  page.on('console', (message) => {
    if (message.type() === 'error') note(message.text());
    if (message.type() === 'warning') seen.warnings.push(message.text());
  });
  return seen;
}

const seedOf = (account: Partial<AccountSeed>): Seed => ({
  accounts: [
    {
      id: ACCOUNT,
      url: 'https://demo.example',
      default_from_email: 'ann@acme.test',
      default_postal_address: '1 Market Street',
      users: [{ email: 'owner@acme.test', token: 'token' }],
      ...account,
    },
  ],
});

/** Starts a server and opens its site, on a domain of its own: cookies ignore ports. */
async function start(stack: AsyncDisposableStack, account: Partial<AccountSeed>, domain: string) {
  const server = stack.use(await createServer({ seed: seedOf(account) }));
  const collector = stack.use(await openCollector(server));
  const site = stack.use(await openSite(collector.url, ACCOUNT, domain));
  return { server, collector, site, url: collector.url, client: createClient(server.connection) };
}

export const test = base.extend<{ shop: Shop }>({
  shop: async ({ page, browserName }, use) => {
    await using stack = new AsyncDisposableStack();
    let sites = 1;
    let isUsed = false;
    const seen = watch(page, () => shop.url);
    const shop: Shop = {
      ...(await start(stack, {}, 'shop.localhost')),
      ...partsOf(page.locator(HOSTS)),
      ...seen,
      async start(account) {
        // A server that no page has used yet becomes the new one.
        if (!isUsed) return void (await shop.server.extend(account));
        isUsed = false;
        seen.requests.length = 0;
        seen.warnings.length = 0;
        Object.assign(shop, await start(stack, account, `shop${sites++}.localhost`));
      },
      async open({ isSlow = false, forms, body = '', ...parts } = {}) {
        if (forms) await shop.start({ forms });
        isUsed = true;
        const url = shop.site.show({ ...parts, body: typeof body === 'string' ? body : body(shop.url) });
        await page.goto(url, { waitUntil: isSlow ? 'commit' : 'load' });
      },
      async load(parts) {
        await shop.open(parts);
        await shop.hasForms();
      },
      isLoaded: () => page.waitForFunction(() => typeof window._dc === 'object'),
      hasForms: () =>
        page.evaluate(
          () =>
            new Promise<void>((resolve) => {
              const done = () => resolve();
              window._dcq?.push(['hideForm', { id: 'none', success: done, failure: done }] as never);
            }),
        ),
      push: (...command) => page.evaluate((given) => void window._dcq?.push(given as never), command),
      async show(form = {}, parts = {}) {
        const body = form.orientation === 'embedded' ? PLACE : '';
        await shop.open({ forms: [letters(form)], body, ...parts });
        await shop.push('showForm', { id: '77' });
      },
      async send(address = 'cy@example.com') {
        await shop.email.fill(address);
        await shop.submit.click();
        await expect(shop.thanks).toBeVisible();
      },
      async called(times) {
        await page.waitForFunction((count) => window.calls.length >= count, times);
        return page.evaluate(() => window.calls);
      },
      posts: () => seen.requests.filter((request) => request.startsWith('POST')),
      actions: async () => [...(await shop.client.eventActions.list()).items].sort(),
      subscribers: () => shop.client.subscribers.list({ status: 'all' }).toArray(),
      async each(values, steps, examples = 1) {
        for (const value of browserName === 'chromium' ? values : values.slice(0, examples)) {
          if (isUsed) await shop.start({});
          await base.step(`${value}`, () => steps(value));
        }
      },
    };
    await use(shop);
    expect(seen.errors).toEqual([]);
  },
});

/** Fills an input that is not empty. In Firefox, `fill` appends to the value. */
export async function refill(input: Locator, text: string): Promise<void> {
  await input.press('ControlOrMeta+a');
  await input.press('Delete');
  await input.fill(text);
}

/** Lists touch targets of forms that are smaller than 44 pixels. */
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
