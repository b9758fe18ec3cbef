// @thorough: one page in all its states
import type { Page } from '@playwright/test';
import { expect, open, seedOf, test } from './inspected.ts';

const people = (count: number, name: string) =>
  Array.from({ length: count }, (_, i) => ({ id: `${name}-vip-${i}`, email: `${name}${i}@example.com` }));

const ANN = 'ann@example.com';

const SEED = seedOf({
  subscribers: [{ id: 'ann', email: ANN, tags: ['vip'] }, ...people(30, 'p')],
  campaigns: Array.from({ length: 25 }, (_, i) => ({
    ...{ id: `c${i}`, name: `Ann ${i}`, status: 'active', double_optin: false, start_immediately: true },
    emails: i === 0 ? [{ subject: 'Your first beans', html_body: '<p>Hi</p>' }] : [],
  })),
  forms: [{ id: '444', headline: 'Coffee news' }],
  goals: [{ id: '555', name: 'Finished checkout' }],
  webhooks: [
    { id: '666', post_url: 'http://127.0.0.1:9/crm', events: ['subscriber.deleted'] },
    { id: '667', post_url: 'http://127.0.0.1:9/erp', events: ['subscriber.deleted'] },
  ],
});

test.use({ seed: SEED });

test.beforeEach(async ({ api, admin, server }) => {
  const shop = { provider: 'shop', occurred_at: '2026-01-20T09:00:00Z' };
  await api('POST', '/v3/9999999/shopper_activity/order', {
    ...{ ...shop, email: ANN, action: 'placed' },
    ...{ order_id: 'A-1077', grand_total: 20, items: [{ name: 'Guji', price: 20 }] },
  });
  await api('POST', '/v3/9999999/shopper_activity/product', {
    ...{ ...shop, action: 'created', price: 20 },
    ...{ product_id: 'p1', product_variant_id: 'v1', name: 'Yirgacheffe beans' },
  });
  await api('POST', '/v2/9999999/events', { events: [{ email: ANN, action: 'Viewed pricing' }] });
  await api('POST', '/v2/9999999/campaigns/c0/subscribers', { subscribers: [{ email: ANN }] });
  await admin('POST', '/faults', { status: 503, times: 1 });
  await api('GET', '/v2/9999999/tags');
  await admin('POST', '/checkpoints', { name: 'Before the import' });
  await server.settle();
  await server.advance({ days: 1 });
});

/** Writes into the palette at once, so that it searches once, and waits for the first finding. */
async function type(page: Page, text: string, first: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.insertText(text);
  await expect(page.locator('#findings').getByRole('option').first()).toContainText(first);
}

/** The text that people type, the first result, and the target of Enter. */
const TYPED: readonly (readonly [text: string, first: string, leads: string | RegExp])[] = [
  ['503', 'Requests with status 503', '/requests?search=status%3A503'],
  ['4xx', 'Requests with status 4xx', '/requests?search=status%3A4xx'],
  ['a-1077', 'A-1077', /\/commerce\/\w+$/],
  ['yirga', 'Yirgacheffe beans', '/commerce?tab=products&search=Yirgacheffe+beans'],
  ['vip', 'vip', '/subscribers?tag=vip'],
  ['Viewed pricing', 'Viewed pricing', '/events?action=Viewed+pricing'],
  ['your first', 'Your first beans', /\/outbox\/\w+/],
  ['failed', 'Failed requests', '/requests?outcome=failed'],
  ['failed jobs', 'Failed jobs', '/jobs?tab=failed'],
  ['bounced', 'Emails that were bounced', '/outbox?outcome=bounced'],
  ['webhook crm', '/crm', '/webhooks/666'],
  ['token', 'Users and tokens', '/settings?tab=users'],
  ['create campaign', 'Create a campaign', '/campaigns?create=yes'],
  ['ann@', 'ann@example.com', '/subscribers/ann'],
  ['checkout', 'Finished checkout', '/conversions/555'],
  ['coffee', 'Coffee news', '/forms/444'],
  ['tags.apply', 'tags.apply', '/requests?operation=tags.apply'],
  ['before the', 'Before the import', /\/checkpoints\?compare=/],
];

test('the palette answers what people type', async ({ page, root }) => {
  await open(page, root);
  for (const [text, first, leads] of TYPED) {
    await type(page, text, first);
    await page.keyboard.press('Enter');
    await expect(page, text).toHaveURL(typeof leads === 'string' ? root + leads : leads);
    if (text.startsWith('create')) {
      await page.getByRole('dialog').getByLabel('Name', { exact: true }).waitFor(); // its page may still load
      await page.keyboard.press('Escape');
    }
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('25 campaigns do not hide the one matching subscriber', async ({ page, root }) => {
  await open(page, root);
  await type(page, 'ann', /Ann|ann/);
  await expect(page.locator('#findings').getByRole('option', { name: 'ann@example.com' })).toBeVisible();
});

test('the palette advances the clock, adds faults and opens dialogs', async ({ page, root, api, server }) => {
  await open(page, root);
  const before = server.time.now().getTime();
  await type(page, 'advance to end of month', 'Advance the clock to end of month');
  await page.keyboard.press('Escape');
  await type(page, 'advance 3 days', 'Advance the clock by 3 days');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Advanced by 3 days' })).toBeVisible();
  expect(server.time.now().getTime() - before).toBe(3 * 86_400_000);
  await type(page, 'fail next upsert', 'Fail the next subscribers.upsert with 503');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Fault added' })).toBeVisible();
  expect((await api('GET', '/v2/9999999/tags')).status).toBe(200);
  expect(
    (await api('POST', '/v2/9999999/subscribers', { subscribers: [{ email: 'z@x.test' }] })).status,
  ).toBe(503);
  await type(page, 'create form', 'Create a form');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Create a form' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(`${root}/forms`);
});

test("the window has the record's name, and the palette leads back to it", async ({ page, root }) => {
  await open(page, `${root}/campaigns/c0`);
  await expect(page).toHaveTitle('Ann 0 · Trickle');
  await open(page, `${root}/subscribers/ann`);
  await expect(page).toHaveTitle('ann@example.com · Trickle');
  await open(page, `${root}/requests`);
  await expect(page).toHaveTitle('Requests · Trickle');
  await page.locator('tbody .row-link').first().click();
  await expect(page).toHaveTitle(/^GET \/v2\/9999999\/tags · Trickle$/);
  await page.keyboard.press('Control+k');
  const options = page.locator('#findings').getByRole('option');
  await expect(options.nth(0)).toContainText('GET /v2/9999999/tags');
  await expect(options.nth(1)).toContainText('ann@example.com');
  await expect(options.nth(2)).toContainText('Ann 0');
  await options.nth(2).click();
  await expect(page).toHaveURL(`${root}/campaigns/c0`);
});
