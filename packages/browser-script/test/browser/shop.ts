import { test as base, expect, type LaunchOptions, type Page } from '@playwright/test';
import { createServer, type Seed, type Server } from '@trickle/mock-server';
import { createClient } from '@trickle/sdk';
import type { CallbackResponse } from '../../src/types.ts';
import { type Collector, openCollector } from '../collector.ts';
import { openSite, type PageParts as SiteParts } from './site.ts';

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

/** The contents of a page of the shop, and how it is opened. */
export interface PageParts extends SiteParts {
  /** Whether to continue before the page has loaded. */
  isSlow?: boolean;
}

/** Additional contents of the tests' account. */
export type AccountParts = Partial<NonNullable<Seed['accounts']>[number]>;

/** A customer's site whose pages have the script, on another origin than the script's. */
export interface Shop {
  /** URL of the script host. */
  readonly host: string;
  readonly account: string;
  readonly server: Server;
  /** The proxy between the pages and the server. */
  readonly collector: Collector;
  readonly client: ReturnType<typeof createClient>;
  /** Requests to the script host so far, as method and path. */
  readonly requests: string[];
  /** Errors that reached the page. */
  readonly errors: string[];
  readonly warnings: string[];
  open(parts?: PageParts): Promise<void>;
  /** Waits for this number of calls of callbacks. Returns the calls, in order. */
  called(times: number): Promise<Call[]>;
}

export { expect };

/** The URLs to which the script posts. */
export const MESSAGES = '**/client/*/messages';

/** Details of a test of the script's own rules, which no engine treats in its own way. */
export const onlyInChromium = { tag: ['@chromium'] };

/**
 * Details of one of many tests that differ only in a setting, which no engine treats in its own way. Chromium runs all of them,
 * and the other engines those that are examples.
 */
export const inOtherEngines = (isExample: boolean): { tag: string[] } =>
  isExample ? { tag: [] } : onlyInChromium;

/** Stops the clock of a page before it opens. Then the clock moves only by `page.clock.runFor`. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: '2026-01-01T00:00:00Z' });
  // An hour later: on a slow machine, time passes between the two calls.
  await page.clock.pauseAt('2026-01-01T01:00:00Z');
}

/** Advances the page's clock in small steps and polls a value. */
export const passTime = (page: Page, read: () => unknown) =>
  expect.poll(
    async () => {
      await page.clock.runFor(250);
      return read();
    },
    { intervals: [20] },
  );

function watch(page: Page, host: string) {
  const seen = { requests: [] as string[], errors: [] as string[], warnings: [] as string[] };
  page.on('request', (request) => {
    if (request.url().startsWith(host)) {
      seen.requests.push(`${request.method()} ${request.url().slice(host.length)}`);
    }
  });
  page.on('pageerror', (error) => {
    // Playwright reports Firefox's messages about failed requests as errors of the page.
    if (!/^(Error: )?Cross-Origin Request Blocked/.test(`${error}`)) seen.errors.push(`${error}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'warning') seen.warnings.push(message.text());
  });
  return seen;
}

const seedOf = (parts: AccountParts): Seed => ({
  accounts: [
    {
      id: '9999999',
      url: 'https://demo.example',
      users: [{ email: 'o@demo.example', token: 't' }],
      ...parts,
    },
  ],
});

export const test = base.extend<{ shop: Shop; accountParts: AccountParts }>({
  accountParts: [{}, { option: true }],
  shop: async ({ page, accountParts }, use) => {
    await using server = await createServer({ seed: seedOf(accountParts) });
    await using collector = await openCollector(server);
    const host = collector.url;
    const account = server.connection.accountId;
    await using site = await openSite(host, account);

    await use({
      host,
      account,
      server,
      collector,
      client: createClient(server.connection),
      ...watch(page, host),
      async open({ isSlow = false, ...parts } = {}) {
        await page.goto(site.show(parts), { waitUntil: isSlow ? 'commit' : 'load' });
      },
      async called(times) {
        await page.waitForFunction((count) => window.calls.length >= count, times);
        return page.evaluate(() => window.calls);
      },
    });
  },
});

type LaunchFixture = [
  (
    given: { launchOptions: LaunchOptions; browserName: string },
    use: (options: LaunchOptions) => Promise<void>,
  ) => Promise<void>,
  { scope: 'worker' },
];

/** Returns the option `launchOptions` for tests that need preferences in Firefox and Playwright's emulation in Chromium. */
export const firefoxPreferences = (
  firefoxUserPrefs: NonNullable<LaunchOptions['firefoxUserPrefs']>,
): LaunchFixture => [
  async ({ launchOptions, browserName }, use) =>
    use(browserName === 'firefox' ? { ...launchOptions, firefoxUserPrefs } : launchOptions),
  { scope: 'worker' },
];
