// @thorough: hostile pages
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { createServer, type Server } from '@trickle/mock-server';
import { type Collector, openCollector } from '../collector.ts';
import { type Call, expect } from './shop.ts';
import { openSite } from './site.ts';

const ACCOUNT = '9999999';
/** The script host's cookie, which the two sites cannot read or change. */
const SHARED = `trickle_visitor_${ACCOUNT}`;

/**
 * A browser's treatment of third-party cookies, with the setting of Chromium. Firefox partitions them by default (separate cookies
 * for each site), and allows them in tests with `@preferences`.
 */
const MODES = { allows: 0, blocks: 1, partitions: undefined } as const;
type Mode = keyof typeof MODES;

/** Two domains of an account, and a browser that visits them. */
interface Domains {
  readonly page: Page;
  readonly server: Server;
  readonly collector: Collector;
  /** The names of the cookies in each post to the script host. */
  readonly cookies: string[][];
  /** Opens a page of a domain that pushes a command. Returns the call of its callback. */
  visit(domain: string, command: string): Promise<Call>;
}

/** Opens the domains of an account, which tracks across domains if it `isShared`. */
type OpenDomains = (mode: Mode, isShared?: boolean) => Promise<Domains>;

const test = base.extend<{ openDomains: OpenDomains }>({
  openDomains: async ({ playwright, browser, browserName, launchOptions }, use) => {
    await using stack = new AsyncDisposableStack();
    // Without a profile, Chromium always blocks third-party cookies.
    const profile = stack.use(await mkdtempDisposable(join(tmpdir(), 'trickle-profile-')));
    await use(async (mode, isShared = true) => {
      await mkdir(join(profile.path, 'Default'));
      await writeFile(
        join(profile.path, 'Default/Preferences'),
        JSON.stringify({ profile: { cookie_controls_mode: MODES[mode] } }),
      );
      const context = stack.use(
        browserName === 'firefox'
          ? await browser.newContext()
          : await playwright.chromium.launchPersistentContext(profile.path, launchOptions),
      );
      const account = { id: ACCOUNT, enable_third_party_cookies: isShared };
      const server = stack.use(await createServer({ seed: { accounts: [account] } }));
      const collector = stack.use(await openCollector(server));
      const site = stack.use(await openSite(collector.url, ACCOUNT));
      const page = context.pages()[0] ?? (await context.newPage());
      const cookies: string[][] = [];
      page.on('requestfinished', async (request) => {
        if (request.method() !== 'POST') return;
        const { cookie = '' } = await request.allHeaders();
        cookies.push([...cookie.matchAll(/([^=; ]+)=/g)].map(([, name = '']) => name));
      });
      const visit = async (domain: string, command: string) => {
        const url = site.show({ after: `_dcq.push(${command});` });
        await page.goto(url.replace('www.shop.localhost', domain));
        await page.waitForFunction(() => window.calls.length > 0);
        const [call] = await page.evaluate(() => window.calls);
        if (!call) throw new Error('No callback was called.');
        return call;
      };
      return { page, server, collector, cookies, visit };
    });
  },
});

const IDENTIFY = `['identify', { email: 'ann@example.com', ...callbacks('identify') }]`;
const TRACK = `['track', 'Looked', callbacks('track')]`;

const siteCookie = async (page: Page) =>
  decodeURIComponent(/_drip_client_9999999=([^;]*)/.exec(await page.evaluate('document.cookie'))?.[1] ?? '');
/** Returns the cookies of the script host. */
const hostCookies = async (page: Page) =>
  (await page.context().cookies()).filter(({ domain }) => !domain.endsWith('localhost'));
const subscribersWho = async ({ server }: Domains) =>
  (await server.events({ event: 'subscriber.performed_custom_event' })).map(
    ({ subscriberId }) => subscriberId,
  );

// U-74
test('a browser that allows third-party cookies is one visitor on all domains', {
  tag: '@preferences',
}, async ({ openDomains }) => {
  const domains = await openDomains('allows');
  const { visit, page, collector, cookies } = domains;
  const first = await visit('shop-one.localhost', IDENTIFY);
  const second = await visit('shop-two.localhost', TRACK);
  expect(second).toEqual({
    name: 'track success',
    success: true,
    anonymous: false,
    visitor_uuid: first.visitor_uuid,
  });
  // The second site created a visitor, then adopted the first one.
  expect(collector.posts.map(({ visitor }) => visitor === first.visitor_uuid)).toEqual([true, false]);
  await expect.poll(() => siteCookie(page)).toBe(`vid=${first.visitor_uuid}`);
  expect(await hostCookies(page)).toMatchObject([
    { name: SHARED, value: first.visitor_uuid, sameSite: 'None', secure: true, httpOnly: true },
  ]);
  expect(new Set(await subscribersWho(domains)).size).toBe(1);

  await visit('shop-two.localhost', TRACK);
  expect(collector.posts.at(-1)?.visitor).toBe(first.visitor_uuid);
  expect(collector.posts).toHaveLength(3);
  await expect.poll(() => cookies).toEqual([[], [SHARED], [SHARED]]);
});

// U-74
test('without tracking across domains, each domain has its own visitor @chromium', async ({
  openDomains,
}) => {
  const domains = await openDomains('allows', false);
  const { visit, page, cookies } = domains;
  const first = await visit('shop-one.localhost', IDENTIFY);
  const second = await visit('shop-two.localhost', TRACK);
  expect(second).toMatchObject({ success: true, anonymous: true });
  expect(second.visitor_uuid).not.toBe(first.visitor_uuid);
  expect(await hostCookies(page)).toEqual([]);
  await expect.poll(() => cookies).toEqual([[], []]);
});

for (const mode of ['blocks', 'partitions'] as const) {
  // U-74
  // Chromium does not partition cookies by itself. To pages, Firefox does the same whether it blocks or partitions them.
  const tag = mode === 'partitions' ? '@firefox' : ['@whole', '@chromium'];
  test(`a browser that ${mode} third-party cookies has a visitor for each domain, and no other difference`, {
    tag,
  }, async ({ openDomains }) => {
    const domains = await openDomains(mode);
    const { visit, page, collector } = domains;
    const errors: unknown[] = [];
    page.on('pageerror', (error) => errors.push(error));
    const first = await visit('shop-one.localhost', IDENTIFY);
    expect(first).toMatchObject({ success: true, anonymous: false });
    const second = await visit('shop-two.localhost', TRACK);
    expect(second).toMatchObject({ success: true, anonymous: true });
    expect(second.visitor_uuid).not.toBe(first.visitor_uuid);
    await expect.poll(() => siteCookie(page)).toBe(`vid=${second.visitor_uuid}`);
    // Each site recognizes its visitor.
    expect(await visit('shop-two.localhost', TRACK)).toMatchObject({ visitor_uuid: second.visitor_uuid });
    const again = await visit('shop-one.localhost', TRACK);
    expect(again).toMatchObject({ visitor_uuid: first.visitor_uuid, anonymous: false });
    // No request was repeated.
    expect(collector.posts.map(({ visitor }) => visitor)).toEqual(
      [first, second, second, first].map(({ visitor_uuid }) => visitor_uuid),
    );
    expect(await subscribersWho(domains)).toHaveLength(1);
    expect(errors).toEqual([]);
  });
}
