// @thorough: a browser
import { type Browser, chromium, type Page } from '@playwright/test';
import { createServer } from '@trickle/mock-server';
import { createClient } from '@trickle/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startShop } from '../../examples/shop/shop.ts';
import { COLOR_RULES, violationsOn } from '../setup/axe.ts';
import { plainChromiumOptions } from '../setup/chromium-options.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch(plainChromiumOptions);
});
afterAll(() => browser.close());

const account = {
  id: '9999999',
  users: [{ email: 'owner@acme.test', token: 'a_token' }],
  default_from_email: 'crew@acme.test',
  default_postal_address: '1 Harbor Way, Duluth MN',
  campaigns: [{ id: '1', name: 'News', status: 'active' as const }],
  forms: [{ id: '7', headline: 'News', orientation: 'embedded' as const, campaign_id: '1' }],
};

/** A server, the shop beside it, and a visitor of the shop. `complaints` are console messages and failures on the page. */
async function open(options: Parameters<Browser['newContext']>[0] = {}) {
  const server = await createServer({ limits: false, seed: { accounts: [account] } });
  const baseUrl = await server.listen();
  const shop = await startShop({ baseUrl, accountId: '9999999', apiKey: 'a_token', port: 0 });
  const context = await browser.newContext({ baseURL: shop.url, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => void complaints.push(message.text()));
  page.on('pageerror', (error) => void complaints.push(String(error)));
  await page.goto('/');
  const close = async () => {
    await context.close();
    await shop.close();
    await server.close();
  };
  return { server, client: createClient(server.connection), page, complaints, [Symbol.asyncDispose]: close };
}

/** Checks a page with axe, in both color schemes in a wide window, and whether it is wider than its window. */
async function problemsOf(page: Page, isWindowWide: boolean): Promise<string[]> {
  const light = await violationsOn(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = isWindowWide ? await violationsOn(page, { rules: COLOR_RULES }) : [];
  await page.emulateMedia({ colorScheme: 'light' });
  const isWide = await page.evaluate(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  );
  const problems = [...light, ...dark.map((problem) => `dark ${problem}`)];
  const covering = await page.evaluate<string[]>(`[...document.querySelectorAll('body *')]
    .filter((one) => getComputedStyle(one).position === 'fixed' && one.checkVisibility())
    .filter((one) => !one.matches('#drawer, .consent')).map((one) => one.outerHTML.slice(0, 80))`);
  problems.push(...covering.map((element) => `${page.url()} ${element} covers what is below it`));
  return isWide ? [...problems, `${page.url()} is wider than the window`] : problems;
}

const calls = (page: Page) => page.locator('#calls > li');
/** Consents to the page script, and waits for the page to reload. */
async function allow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('button', { name: 'Allow' }).waitFor({ state: 'detached' });
}

async function order(page: Page): Promise<void> {
  await page.locator('#field-first_name').fill('Jo');
  await page.locator('#field-last_name').fill('Doe');
  await page.getByRole('button', { name: /Place the order/ }).click();
  await page.getByText('is placed.').waitFor();
}

const openDrawer = (page: Page) => page.getByRole('button', { name: /API calls/ }).click();

/** Goes through every page and state of the shop. Returns the problems. */
async function walk(page: Page, isWindowWide: boolean): Promise<string[]> {
  const problems: string[] = [];
  const look = async () => void problems.push(...(await problemsOf(page, isWindowWide)));
  await look();
  await allow(page);
  await page.getByRole('link', { name: 'Morning Tide' }).click();
  await page.getByRole('heading', { name: 'Morning Tide' }).waitFor();
  await look();
  await page.getByRole('button', { name: 'Add to the cart' }).click();
  await page.getByRole('heading', { name: 'Your cart' }).waitFor();
  await look();
  await page.goto('/account');
  await look();
  await page.locator('#field-email').fill('jo@example.com');
  await page.locator('#field-first_name').fill('Jo');
  await page.locator('#sign-in button').click();
  await page.getByRole('heading', { name: 'Hello, Jo' }).waitFor();
  await page.goto('/checkout');
  await look();
  await order(page);
  await look();
  await page.getByRole('button', { name: /Refund order/ }).click();
  await page.getByText('Refunded', { exact: true }).waitFor();
  await page.goto('/cart');
  await look();
  await openDrawer(page);
  await calls(page).nth(8).waitFor();
  await look();
  await page.getByText('Try the script').click();
  await look();
  return problems;
}

describe('the example shop in a browser', () => {
  test.each([1280, 390])('every page is accessible and silent, light and dark: %s px', async (width) => {
    await using opened = await open({ colorScheme: 'light', viewport: { width, height: 800 } });
    expect(await walk(opened.page, width > 1000)).toEqual([]);
    expect(opened.complaints).toEqual([]);
  });

  test('the page script waits for consent, then sends what was viewed', async () => {
    await using opened = await open();
    const { server, page, complaints } = opened;
    await page.getByRole('link', { name: 'High Field' }).click();
    await openDrawer(page);
    await calls(page).getByText('waits for consent').waitFor();
    expect(await server.requests.find({ path: '/client/**', method: 'POST' })).toEqual([]);

    await allow(page);
    await calls(page).getByText('answered').waitFor();
    const [view] = await server.requests.find({ path: '/client/9999999/messages' });
    expect(view?.body).toMatchObject({ messages: [{ command: 'track' }] });
    const link = page.getByRole('link', { name: 'All requests in the inspector' });
    expect(await link.getAttribute('href')).toBe(`${server.url}/_inspector/requests?account=9999999`);
    expect((await server.commerce()).products).toMatchObject([{ productId: 'high-field' }]);
    expect(complaints).toEqual([]);
  });

  test('earlier activity of a visitor belongs to the subscriber who signs in', async () => {
    await using opened = await open();
    const { server, client, page } = opened;
    await allow(page);
    await page.goto('/products/high-field');
    await openDrawer(page);
    await calls(page).getByText('answered').waitFor();
    await page.keyboard.press('Escape');
    await page.goto('/account');
    await page.locator('#field-email').fill('jo@example.com');
    await page.locator('#sign-in button').click();
    await page.getByText('You are signed in').waitFor();
    const { id } = await client.subscribers.get('jo@example.com');
    const timeline = await server.timeline({ subscriberId: String(id) });
    expect(timeline.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['Viewed a product', 'Signed in']),
    );
  });

  test('Ann buys in one click, and the drawer shows the result of each call', async () => {
    await using opened = await open();
    const { server, page } = opened;
    await allow(page);
    await page.getByRole('button', { name: 'Buy as Ann' }).click();
    await page.getByText('is placed.').waitFor();
    await openDrawer(page);
    const backend = calls(page).filter({ hasText: 'Backend' });
    const count = await backend.count();
    expect(count).toBeGreaterThan(5);
    expect(await backend.getByText('Answer', { exact: true }).filter({ visible: true }).count()).toBe(count);
    await backend.getByText('"email": "ann@example.com"').first().waitFor();
    expect((await server.commerce()).orders).toHaveLength(1);
  });

  test('commands can be tried by hand, and the drawer works by keyboard', async () => {
    await using opened = await open();
    const { server, client, page } = opened;
    await allow(page);
    await page.getByRole('button', { name: /API calls/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Try the script').focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Email').first().waitFor();
    await page.locator('#drawer #email').fill("o'hara@example.com");
    await page.locator('#tag').fill('vip');
    expect(await page.locator('#identify-code').textContent()).toContain(`email: "o'hara@example.com"`);
    await page.getByRole('button', { name: 'Identify' }).click();
    await page.getByRole('button', { name: 'Viewed pricing' }).click();
    await calls(page).getByText('answered').nth(1).waitFor();
    const link = calls(page).getByRole('link', { name: 'Subscriber' });
    const path = "/_inspector/subscribers/o'hara%40example.com?account=9999999";
    expect(await link.nth(1).getAttribute('href')).toBe(`${server.url}${path}`);
    const trace = calls(page).getByRole('link', { name: 'Latest trace' });
    expect(await trace.nth(1).getAttribute('href')).toBe(
      `${server.url}${path.replace('subscribers', 'trace')}`,
    );
    await trace.nth(1).click();
    await page.getByText(`o'hara@example.com performed “Viewed pricing”`).waitFor();
    await page.goBack();
    expect(await client.subscribers.get("o'hara@example.com")).toMatchObject({ tags: ['vip'] });

    await page.getByRole('button', { name: 'Clear the list' }).click();
    expect(await calls(page).count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await page.locator('#drawer').isHidden()).toBe(true);
    expect(await page.evaluate('document.activeElement.id')).toBe('drawer-button');
  });

  test('the shop sells without JavaScript', async () => {
    await using opened = await open({ javaScriptEnabled: false });
    const { server, page } = opened;
    await page.getByRole('button', { name: 'Add Quiet Hours to the cart' }).click();
    await page.getByRole('link', { name: 'Check out' }).click();
    await page.locator('#field-email').fill('jo@example.com');
    await order(page);
    await server.settle();
    expect((await server.commerce()).orders).toHaveLength(1);
  });
});
