// @thorough: one page in all its states
import type { Page } from '@playwright/test';
import { test as base, expect, listen, open, seedOf, violationsOn } from './inspected.ts';

const accountWith = (endpoint: string) =>
  seedOf({
    subscribers: [{ id: 'ann', email: 'ann@example.com' }],
    dynamic_content: { endpoints: [{ shortcode: 'tip', base_url: endpoint }] },
    campaigns: [
      {
        ...{ id: '111', name: 'Welcome' },
        emails: [{ subject: 'A tip', html_body: '<p>Tip: {{ my.tip.text }}</p>' }],
      },
    ],
    broadcasts: [{ id: '222', name: 'News', subject: 'News', html_body: '<p>News</p>' }],
    workflows: [{ id: '333', name: 'Onboarding', steps: [{ type: 'exit' }] }],
    forms: [{ id: '444', headline: 'Coffee news' }],
    goals: [{ id: '555', name: 'Signed up' }],
    webhooks: [{ id: '666', post_url: 'http://127.0.0.1:9/hook' }],
  });

/** A test whose account has a content endpoint. `asked` are the requests that it received. */
const test = base.extend<{ readonly asked: string[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
  asked: async ({}, use) => use([]),
  seed: async ({ asked }, use) => {
    await using endpoint = await listen((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"text":"Try Guji"}');
    });
    await use(accountWith(`${endpoint.url}/tips`));
  },
});

/** Changes members of the JSON in the open dialog, and saves it. */
async function save(page: Page, verb: string, change: Readonly<Record<string, unknown>>): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'JSON' }).click();
  const field = dialog.getByLabel('The record as JSON');
  const value: object = JSON.parse(await field.inputValue());
  await field.fill(JSON.stringify({ ...value, ...change }));
  await dialog.getByRole('button', { name: verb }).click();
}

test('a form is created, drawn in its preview, edited, and drawn again', async ({ page, root, url }) => {
  await (await fetch(`${url}/client/9999999/forms.js`)).text(); // built on first use
  await open(page, `${root}/forms`);
  await page.getByRole('button', { name: 'Create form' }).click();
  await page.getByLabel('Headline').fill('Roastery letters');
  const draft = page.getByRole('dialog').frameLocator('iframe:not([hidden])');
  await expect(draft.getByRole('heading', { name: 'Roastery letters' })).toBeVisible();
  await page.getByLabel('Orientation of the preview').selectOption('Lightbox');
  await expect(draft.getByRole('dialog', { name: 'Roastery letters' })).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await expect(page.locator('h1')).toContainText('Roastery letters');
  const preview = page.frameLocator('.preview iframe:not([hidden])');
  await expect(preview.getByRole('heading', { name: 'Roastery letters' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  await save(page, 'Save', { headline: 'Letters by post', orientation: 'upside_down' });
  await page.getByRole('tab', { name: 'Fields' }).click();
  await expect(page.getByLabel('Orientation', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('dialog')).toContainText('orientation must be one of');
  await save(page, 'Save', { orientation: 'embedded' });
  await expect(page.locator('h1')).toContainText('Letters by post');
  await expect(preview.getByRole('heading', { name: 'Letters by post' })).toBeVisible();
});

test('a rejection is shown in the tab that is open, with the nearest names', async ({ page, root }) => {
  await open(page, `${root}/faults`);
  await page.getByRole('button', { name: 'Add fault' }).first().click();
  await save(page, 'Add fault', { operation: 'events', status: 503 });
  const alert = page.getByRole('dialog').getByRole('alert');
  await expect(alert).toHaveText('operation is badly formatted; near are events.record, events.recordBatch');
  await expect(alert).toBeInViewport();
  await page.getByRole('tab', { name: 'Fields' }).click();
  await expect(page.getByLabel('Operation', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await save(page, 'Add fault', { operation: 'events.record' });
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

const EDITED = [
  ['/campaigns/111', { name: 'Second' }],
  ['/broadcasts/222', { name: 'Second' }],
  ['/workflows/333', { name: 'Second' }],
  ['/conversions/555', { name: 'Second' }],
  ['/webhooks/666', { post_url: 'http://127.0.0.1:9/Second' }],
] as const;

test('each kind of record is saved unchanged, and then changed', async ({ page, root }) => {
  for (const [path, change] of EDITED)
    await test.step(path, async () => {
      await open(page, `${root}${path}`);
      for (const given of [{}, change]) {
        await page.getByRole('button', { name: 'Edit' }).click();
        await save(page, 'Save', given);
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
      await expect(page.locator('main')).toContainText('Second');
    });
});

test('the account, its users, tokens and custom fields change', async ({ page, root, api }) => {
  await open(page, `${root}/settings`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await save(page, 'Save', { name: 'Acme Coffee' });
  await expect(page.locator('main')).toContainText('Acme Coffee');
  await page.getByLabel('New custom field').fill('roast');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.locator('main .badge', { hasText: 'roast' })).toBeVisible();
  await page.getByRole('tab', { name: 'Users and tokens' }).click();
  await page.getByRole('button', { name: 'Edit owner@example.com' }).click();
  await page.getByLabel('Name').fill('Olive Owner');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('table', { name: 'Users' })).toContainText('Olive Owner');
  await page.getByRole('button', { name: 'Add user' }).click();
  await page.getByLabel('Email').fill('owner@example.com');
  await page.getByLabel('Role').selectOption('owner');
  await page.getByRole('dialog').getByRole('button', { name: 'Add user' }).click();
  const tokens = page.getByRole('table', { name: 'Tokens' }).locator('tr[data-row]');
  await expect(tokens).toHaveCount(2);
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(tokens).toHaveCount(3);
  await page.getByRole('button', { name: 'Revoke token inspector_token' }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(tokens).toHaveCount(2);
  expect((await api('GET', '/v2/9999999/tags')).status).toBe(401);
});

// U-219
test('a campaign calls its content endpoint only when it is asked', async ({ page, root, asked, server }) => {
  await open(page, `${root}/campaigns/111`);
  const email = page.frameLocator('.preview iframe:not([hidden])');
  await expect(email.locator('p').first()).toHaveText('Tip:');
  await expect(page.locator('main .note')).toContainText('tip');
  expect(await violationsOn(page)).toEqual([]);
  expect([asked, await server.contentCalls()]).toEqual([[], []]);
  await page.getByRole('button', { name: 'Fetch content' }).click();
  await expect(email.locator('p').first()).toHaveText('Tip: Try Guji');
  expect(asked).toEqual([expect.stringContaining('preview=true')]);
  expect(await server.contentCalls()).toHaveLength(1);
});
