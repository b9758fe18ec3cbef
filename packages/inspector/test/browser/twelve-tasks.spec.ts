// @thorough: one page in all its states
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { createClient } from '@trickle/sdk';
import { link, test } from './clicks.ts';
import { TOKEN } from './hostile-seed.ts';
import { expect, open } from './inspected.ts';

/*
 * The everyday tasks: twelve of one thing, then those of many things and of what is found, each with the clicks that it takes at
 * most. They are done on a phone, which shows less at a time than a desktop and has a menu.
 */

const COMMAND = fileURLToPath(new URL('../../../mock-server/bin/trickle-server.js', import.meta.url));

const TAGS = '/v2/9999999/tags';
const SUBSCRIBERS = '/v2/9999999/subscribers';
const ANN = { subscribers: [{ email: 'ann@example.com' }] };

/** Opening the menu does not count as a click. */
const MENU = 1;

/** Opens a page by the menu. */
async function choose(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Pages', exact: true }).click();
  await page.locator('.sidebar').getByRole('link', { name: title, exact: true }).click();
}

test.use({ viewport: { width: 390, height: 844 } });

test('the subscribers who unsubscribed, and why: 2 clicks', async ({ page, root, api, clicks }) => {
  await api('POST', `${SUBSCRIBERS}/ann@example.com/unsubscribe_all`);
  await open(page, root);
  await choose(page, 'Subscribers');
  await page.getByLabel('Status', { exact: true }).selectOption('Unsubscribed');
  const row = page.getByRole('row', { name: /ann@example\.com/ });
  await expect(row).toContainText('by request');
  expect((await clicks()) - MENU).toBe(2);
  await row.getByRole('link', { name: 'request' }).click();
  await expect(page.locator('.split-detail h2')).toContainText('/unsubscribe_all');
});

test('a failed webhook, why, and a replay: 3 clicks', async ({ page, root, api, server, clicks }) => {
  await api('POST', TAGS, { tags: [{ email: 'ann@example.com', tag: 'vip' }] });
  await server.settle();
  await open(page, root);
  await choose(page, 'Webhooks');
  await page.getByRole('table', { name: 'Deliveries' }).getByRole('link').first().click();
  await expect(page.getByRole('main')).toContainText(
    /Your endpoint answered 500 “Database connection lost”, 1 attempt, next in \d+ s/,
  );
  await page.getByRole('button', { name: 'Replay' }).click();
  await expect(page.getByText('Replay of')).toBeVisible();
  expect((await clicks()) - MENU).toBe(3);
});

test("Ann's email on a phone: 3 clicks", async ({ page, root, api, server, clicks }) => {
  await api('POST', '/v2/9999999/campaigns/111/subscribers', ANN);
  await server.advance({ days: 1 });
  await open(page, root);
  await choose(page, 'Outbox');
  await link(page, 'ann@example.com').first().click();
  await page.getByRole('button', { name: 'Phone' }).click();
  await expect(page.frameLocator('.preview.is-phone iframe').getByText('Hi')).toBeVisible();
  expect((await clicks()) - MENU).toBe(3);
});

test('fail once with 503: 3 clicks', async ({ page, root, api, clicks }) => {
  await open(page, root);
  await choose(page, 'Faults');
  await page.getByRole('button', { name: 'Add fault' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add fault' }).click();
  await expect(page.getByRole('table', { name: 'Faults' })).toContainText('status 503');
  expect((await clicks()) - MENU).toBe(3);
  expect((await api('GET', TAGS)).status).toBe(503);
  expect((await api('GET', TAGS)).status).toBe(200);
});

test('advance 3 days and what came of it: 2 clicks', async ({ page, root, api, clicks }) => {
  await api('POST', '/v2/9999999/campaigns/111/subscribers', ANN);
  await open(page, root);
  await choose(page, 'Clock');
  await page.getByRole('button', { name: '3 days' }).click();
  await expect(page.getByRole('main')).toContainText('Hello ann@example.com');
  await expect(page.getByRole('main')).toContainText('1 completed campaign');
  expect((await clicks()) - MENU).toBe(2);
});

test('compare two checkpoints: 3 clicks', async ({ page, root, api, admin, clicks }) => {
  await admin('POST', '/checkpoints', {});
  await api('POST', SUBSCRIBERS, { subscribers: [{ email: 'bo@example.com' }] });
  await admin('POST', '/checkpoints', {});
  await api('POST', SUBSCRIBERS, { subscribers: [{ email: 'cy@example.com' }] });
  await open(page, root);
  await choose(page, 'Checkpoints');
  await page.getByRole('button', { name: 'Compare' }).last().click();
  await expect(page.getByRole('main')).toContainText('2 subscribers created');
  await page.getByLabel('Compare with').selectOption('until checkpoint-2');
  await expect(page.getByRole('main')).toContainText('Subscriber “bo@example.com” created');
  expect((await clicks()) - MENU).toBe(3);
});

test('a campaign with two emails: fields only', async ({ page, root, admin }) => {
  await open(page, `${root}/campaigns`);
  await page.getByRole('button', { name: 'Create campaign' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Second steps');
  await dialog.getByLabel('Sending time', { exact: true }).fill('10:30');
  await dialog.getByRole('button', { name: /Day 1: Welcome/ }).click();
  await dialog.getByLabel('Subject').fill('For {{ subscriber.email }}');
  await expect(dialog.locator('.preview-subject')).toHaveText('For ann@example.com');
  await dialog.getByRole('button', { name: /Day 3/ }).click();
  await dialog.getByLabel('Days').fill('6');
  await expect(dialog.getByRole('button', { name: /Day 7/ })).toBeVisible();
  await dialog.getByLabel('HTML body').fill('<p>A week later</p>');
  await expect(dialog.frameLocator('iframe:not([hidden])').getByText('A week later')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.locator('h1')).toContainText('Second steps');
  await expect(page.locator('.email-list')).toContainText('Day 7');
  const { campaigns } = await admin<{ campaigns: { id: string; name: string }[] }>('GET', '/campaigns');
  const id = campaigns.find(({ name }) => name === 'Second steps')?.id;
  expect(await admin('GET', `/campaigns/${id}`)).toMatchObject({
    minutes_from_midnight: 630,
    emails: [{ subject: 'For {{ subscriber.email }}' }, { html: '<p>A week later</p>', delay: { days: 6 } }],
  });
});

test('enroll, with the address completed: 3 clicks from the list', async ({ page, root, clicks }) => {
  await open(page, `${root}/workflows`);
  await link(page, 'Onboarding').click();
  await page.getByRole('button', { name: 'Enroll' }).click();
  const field = page.getByLabel('Email', { exact: true });
  await field.pressSequentially('ann');
  await expect(field).toHaveAttribute('list', /./);
  const suggestion = page.locator(`#${await field.getAttribute('list')} option`);
  await expect(suggestion).toHaveAttribute('value', 'ann@example.com');
  await field.fill('ann@example.com');
  await page.getByRole('dialog').getByRole('button', { name: 'Enroll' }).click();
  await expect(page.getByRole('table', { name: 'Subscribers in the workflow' })).toContainText(
    'ann@example.com',
  );
  expect(await clicks()).toBe(3);
});

test('a wrong request, edited and sent again: 3 clicks', async ({ page, root, api, clicks }) => {
  await api('POST', SUBSCRIBERS, { subscribers: [{ email: 'bo' }] });
  await open(page, `${root}/requests?outcome=failed`);
  await page.locator('tbody .row-link').first().click();
  await page.getByRole('button', { name: 'Edit and send' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Body').fill('{ "subscribers": [{ "email": "bo@example.com" }] }');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Repeats');
  await expect(page).toHaveURL(/outcome=failed/);
  expect(await clicks()).toBe(3);
  expect((await api('GET', `${SUBSCRIBERS}/bo@example.com`)).status).toBe(200);
});

test('an account with a token: 2 clicks', async ({ page, root, url, clicks }) => {
  await open(page, root);
  await choose(page, 'Settings');
  await page.getByRole('button', { name: 'Create account' }).click();
  const token = page.getByRole('table', { name: 'Tokens' }).locator('tbody .mono').first();
  await expect(page).toHaveURL(/account=/);
  await expect(token).toBeVisible();
  expect((await clicks()) - MENU).toBe(2);
  const account = new URL(page.url()).searchParams.get('account');
  const authorization = `Basic ${Buffer.from(`${await token.textContent()}:`).toString('base64')}`;
  const answer = await fetch(`${url}/v2/${account}/subscribers`, {
    headers: { authorization },
  });
  expect(answer.status).toBe(200);
});

test('a form in both orientations: 2 clicks from the list', async ({ page, root, clicks }) => {
  await open(page, `${root}/forms`);
  await link(page, 'Coffee news').click();
  const preview = page.frameLocator('.preview iframe:not([hidden])');
  await expect(preview.getByRole('heading', { name: 'Coffee news' })).toBeVisible();
  await page.getByLabel('Orientation of the preview').selectOption('Lightbox');
  await expect(preview.getByRole('dialog', { name: 'Coffee news' })).toBeVisible();
  expect(await clicks()).toBe(2);
});

test('export, and start another server from it: 2 clicks', async ({ page, root, api, clicks }) => {
  await api('POST', SUBSCRIBERS, { subscribers: [{ email: 'bo@example.com' }] });
  await open(page, root);
  await choose(page, 'Checkpoints');
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export', exact: true }).click();
  expect((await clicks()) - MENU).toBe(2);
  const file = await (await downloading).path();
  const other = spawn(process.execPath, [COMMAND, '--port', '0', '--json', '--state', file]);
  const [line] = await once(other.stdout.setEncoding('utf8'), 'data');
  const { url } = JSON.parse(String(line)) as { url: string }; // the command's first line
  const found = await fetch(`${url}/_admin/subscribers/bo@example.com`);
  other.kill();
  expect(found.status).toBe(200);
});

test("yesterday's failures are sent again: 3 clicks", async ({ page, root, api, server, clicks }) => {
  const fail = (tag: string) => api('POST', TAGS, { tags: [{ email: 'ann@example.com', tag }] });
  for (const tag of ['one', 'two']) await fail(tag);
  await server.advance({ days: 1 });
  await fail('today');
  await server.settle();
  await open(page, `${root}/webhooks/666`);
  await page.getByRole('button', { name: 'Recover failed' }).click();
  await page.getByRole('dialog').getByLabel('Created').selectOption('Yesterday');
  await page.getByRole('dialog').getByRole('button', { name: 'Recover' }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 deliveries replayed' })).toBeVisible();
  expect(await clicks()).toBe(3);
  const replays = (await server.webhooks.deliveries()).filter(({ replayOf }) => replayOf);
  expect(replays.map(({ body }) => /"tag":"(\w+)"/.exec(body)?.[1])).toEqual(['one', 'two']);
});

test('who did not open an email: 2 clicks', async ({ page, root, api, admin, server, clicks }) => {
  const address = 'somebody.with.a.long.name@example.com';
  for (const email of ['ann@example.com', address])
    await api('POST', '/v2/9999999/campaigns/111/subscribers', { subscribers: [{ email }] });
  await server.advance({ days: 1 });
  const { outbox } = await admin<{ outbox: { to: string; delivery_id: string }[] }>('GET', '/outbox');
  const opened = outbox.find(({ to }) => to === 'ann@example.com');
  await server.mail.open(opened?.delivery_id ?? '');
  await open(page, `${root}/campaigns`);
  await link(page, 'Welcome').click();
  await page.getByLabel('Outcome').selectOption('not opened');
  const sent = page.getByRole('table', { name: 'Sent emails' }).locator('.row-link');
  await expect(sent).toHaveText([address]);
  expect(await clicks()).toBe(2);
  // Where there is room for it.
  await page.setViewportSize({ width: 1280, height: 844 });
  expect(await sent.locator('xpath=..').evaluate((cell) => cell.scrollWidth > cell.clientWidth)).toBe(false);
});

test('50 people are tagged: 3 clicks', async ({ page, root, admin, server, clicks }) => {
  const people = Array.from({ length: 50 }, (_, i) => ({ email: `p${i}@shop.test` }));
  await server.extend({ subscribers: people });
  await open(page, root);
  await choose(page, 'Subscribers');
  await page.locator('main [data-search]').fill('@shop.test');
  await expect(page.locator('.pager')).toContainText('50 subscribers');
  await page.getByRole('button', { name: 'Tag', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Tag').fill('regular');
  await page.getByRole('dialog').getByRole('button', { name: 'Tag' }).click();
  await expect(page.getByRole('status').filter({ hasText: '50 subscribers tagged' })).toBeVisible();
  expect((await clicks()) - MENU).toBe(3);
  const tagged = await admin<{ subscribers: unknown[] }>('GET', '/subscribers?tag=regular');
  expect(tagged.subscribers).toHaveLength(50);
});

test("an order's number leads to its page: 2 clicks", async ({ page, root, api, server, clicks }) => {
  await api('POST', '/v3/9999999/shopper_activity/order', {
    ...{ provider: 'shop', email: 'ann@example.com', action: 'placed', order_id: 'A-1077' },
    ...{ occurred_at: '2026-01-20T09:00:00Z', grand_total: 20, items: [{ name: 'Guji', price: 20 }] },
  });
  await server.settle();
  await open(page, root);
  await page.getByRole('button', { name: 'Find…' }).click();
  await page.keyboard.type('1077');
  await page.getByRole('option', { name: 'A-1077' }).first().click();
  await expect(page.locator('.split-detail h2')).toHaveText('Order A-1077');
  expect(await clicks()).toBe(2);
});

test('a request as a call: 3 clicks', async ({ page, context, root, url, api, server, clicks }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await api('POST', TAGS, { tags: [{ email: 'ann@example.com', tag: 'vip' }] });
  await open(page, root);
  await choose(page, 'Requests');
  await page.locator('tbody .row-link').first().click();
  await page.getByRole('button', { name: 'Copy as SDK call' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect((await clicks()) - MENU).toBe(3);
  const code = await page.evaluate(() => navigator.clipboard.readText());
  const client = createClient({ apiKey: TOKEN, accountId: '9999999', baseUrl: url });
  await new Function('client', `return (async () => { ${code} })();`)(client);
  const requests = await server.requests.find({ operation: 'tags.apply' });
  expect(requests.map(({ body }) => body)).toEqual([requests[0]?.body, requests[0]?.body]);
  expect(requests).toHaveLength(2);
});
