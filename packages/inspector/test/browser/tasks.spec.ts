import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, type Page } from '@playwright/test';
import { expect, type Inspected, inspect, open } from './inspected.ts';

/*
 * Everyday tasks, each with the number of clicks that it takes. A choice in a list is a click too.
 */

const SEED = (hook: string) => ({
  accounts: [
    {
      id: '9999999',
      default_from_email: 'from@example.com',
      default_postal_address: '1 Main Street',
      users: [{ email: 'owner@example.com', role: 'owner' as const, token: 'inspector_token' }],
      subscribers: [{ id: 'ann', email: 'ann@example.com' }],
      campaigns: [
        {
          id: '111',
          name: 'Welcome',
          status: 'active' as const,
          double_optin: false,
          start_immediately: false,
          emails: [{ subject: 'Hello {{ subscriber.email }}', html_body: '<p>Hi</p>' }],
        },
      ],
      workflows: [
        {
          id: '333',
          name: 'Onboarding',
          status: 'active' as const,
          steps: [{ type: 'delay' as const, days: 2 }],
        },
      ],
      forms: [{ id: '444', headline: 'Coffee news' }],
      webhooks: [{ id: '666', post_url: hook, events: ['subscriber.applied_tag' as const] }],
    },
  ],
});

interface Fixtures {
  readonly hook: string;
  readonly inspected: Inspected;
  readonly root: string;
  /** The clicks and choices so far. */
  readonly clicks: () => Promise<number>;
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
  hook: async ({}, use) => {
    const receiver = createServer((_, response) => response.writeHead(500).end('Database connection lost'));
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    await use(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`); // it listens on a port
    await new Promise((resolve) => receiver.close(resolve));
  },
  inspected: async ({ hook, page }, use) => {
    const inspected = await inspect(SEED(hook));
    await use(inspected);
    await page.close();
    await inspected.server.close();
  },
  root: async ({ inspected }, use) => use(`${inspected.url}/_inspector`),
  clicks: async ({ page }, use) => {
    let count = 0;
    await page.exposeFunction('countClick', () => {
      count += 1;
    });
    await page.addInitScript(() => {
      const { countClick } = window as unknown as { countClick: () => void }; // exposed above
      document.addEventListener('pointerdown', () => countClick(), { capture: true });
      document.addEventListener(
        'change',
        ({ target }) => {
          if (target instanceof HTMLSelectElement) countClick();
        },
        { capture: true },
      );
    });
    await use(async () => count);
  },
});

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

test('a failed webhook, its reason and a replay take 3 clicks', async ({ page, root, inspected, clicks }) => {
  await inspected.api('POST', '/v2/9999999/tags', { tags: [{ email: 'ann@example.com', tag: 'vip' }] });
  await inspected.server.settle();
  await open(page, root);
  await link(page, 'Webhooks').first().click();
  await page.getByRole('table', { name: 'Deliveries' }).getByRole('link').first().click();
  await expect(page.getByRole('main')).toContainText(
    /Your endpoint answered 500 “Database connection lost”, 1 attempt, next in \d+ s/,
  );
  await page.getByRole('button', { name: 'Replay' }).click();
  await expect(page.getByText('Replay of')).toBeVisible();
  expect(await clicks()).toBe(3);
});

test('the email of Ann on a phone takes 3 clicks', async ({ page, root, inspected, clicks }) => {
  await inspected.api('POST', '/v2/9999999/campaigns/111/subscribers', {
    subscribers: [{ email: 'ann@example.com' }],
  });
  await inspected.server.advance({ days: 1 });
  await open(page, root);
  await link(page, 'Outbox').first().click();
  await link(page, 'ann@example.com').first().click();
  await page.getByRole('button', { name: 'Phone' }).click();
  await expect(page.frameLocator('.outbox-frame.is-phone').getByText('Hi')).toBeVisible();
  expect(await clicks()).toBe(3);
});

test('failing once with 503 takes 3 clicks', async ({ page, root, inspected, clicks }) => {
  await open(page, root);
  await link(page, 'Faults').first().click();
  await page.getByRole('button', { name: 'Add fault' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add fault' }).click();
  await expect(page.getByRole('table', { name: 'Faults' })).toContainText('status 503');
  expect(await clicks()).toBe(3);
  const path = '/v2/9999999/tags';
  expect((await inspected.api('GET', path)).status).toBe(503);
  expect((await inspected.api('GET', path)).status).toBe(200);
});

test('a request fails the next time after 2 clicks on it', async ({ page, root, inspected, clicks }) => {
  await inspected.api('GET', '/v2/9999999/tags');
  await open(page, `${root}/requests`);
  await page.locator('tbody .row-link').first().click();
  const before = await clicks();
  await page.getByRole('button', { name: 'Make it fail next time' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add fault' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await clicks()) - before).toBe(2);
  expect((await inspected.api('GET', '/v2/9999999/tags')).status).toBe(503);
});

test('advancing 7 days and what came of it take 2 clicks', async ({ page, root, inspected, clicks }) => {
  await inspected.api('POST', '/v2/9999999/campaigns/111/subscribers', {
    subscribers: [{ email: 'ann@example.com' }],
  });
  await open(page, root);
  await link(page, 'Clock').first().click();
  await page.getByRole('button', { name: '1 week' }).click();
  await expect(page.locator('.clock-sums')).toContainText('1 completed campaign');
  await expect(page.getByText('Emails: 1 “Hello ann@example.com”')).toBeVisible();
  expect(await clicks()).toBe(2);
  await page.locator('.clock-sums').getByRole('link', { name: 'received email' }).click();
  await expect(page.getByRole('heading', { name: 'Outbox' })).toBeVisible();
});

test('comparing two checkpoints takes 3 clicks', async ({ page, root, inspected, clicks }) => {
  await inspected.admin('POST', '/checkpoints', {});
  await inspected.api('POST', '/v2/9999999/subscribers', { subscribers: [{ email: 'bo@example.com' }] });
  await inspected.admin('POST', '/checkpoints', {});
  await inspected.api('POST', '/v2/9999999/subscribers', { subscribers: [{ email: 'cy@example.com' }] });
  await open(page, root);
  await link(page, 'Checkpoints').first().click();
  await page.getByRole('button', { name: 'Compare' }).last().click();
  await expect(page.getByRole('main')).toContainText('2 subscribers added');
  await page.getByLabel('Compare with').selectOption('until checkpoint-2');
  await expect(page.getByRole('main')).toContainText('1 subscriber added');
  expect(await clicks()).toBe(3);
});

test('a campaign with two emails is created by fields only', async ({ page, root, inspected }) => {
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
  const { campaigns } = await inspected.admin<{ campaigns: { id: string; name: string }[] }>(
    'GET',
    '/campaigns',
  );
  const id = campaigns.find(({ name }) => name === 'Second steps')?.id;
  expect(await inspected.admin('GET', `/campaigns/${id}`)).toMatchObject({
    minutes_from_midnight: 630,
    emails: [{ subject: 'For {{ subscriber.email }}' }, { html: '<p>A week later</p>', delay: { days: 6 } }],
  });
});

test('a step is inserted in the graph of a workflow', async ({ page, root, inspected }) => {
  await open(page, `${root}/workflows/333`);
  await page.getByRole('link', { name: 'Insert a step as number 2' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Type of step 2').selectOption('Apply tag');
  await dialog.getByLabel('Tag', { exact: true }).fill('onboarded');
  await dialog.getByRole('button', { name: 'Insert' }).last().click();
  await expect(page.getByRole('link', { name: '2. Apply tag onboarded, 0 subscribers' })).toBeVisible();
  expect(await inspected.admin('GET', '/workflows/333')).toMatchObject({
    steps: [{ type: 'delay' }, { type: 'apply_tag', tag: 'onboarded' }],
  });
});

test('enrolling takes 3 clicks from the list', async ({ page, root, clicks }) => {
  await open(page, `${root}/workflows`);
  await link(page, 'Onboarding').click();
  await page.getByRole('button', { name: 'Enroll' }).click();
  await page.getByLabel('Email', { exact: true }).fill('ann@example.com');
  await page.getByRole('dialog').getByRole('button', { name: 'Enroll' }).click();
  await expect(page.getByRole('table', { name: 'Subscribers in the workflow' })).toContainText(
    'ann@example.com',
  );
  expect(await clicks()).toBe(3);
});

test('a wrong request is edited and sent again with 3 clicks, and the new one names it', async ({
  page,
  root,
  inspected,
  clicks,
}) => {
  await inspected.api('POST', '/v2/9999999/subscribers', { subscribers: [{ email: 'bo' }] });
  await open(page, `${root}/requests?outcome=failed`);
  await page.locator('tbody .row-link').first().click();
  await page.getByRole('button', { name: 'Edit and send' }).click();
  await page
    .getByRole('dialog')
    .getByLabel('Body')
    .fill('{ "subscribers": [{ "email": "bo@example.com" }] }');
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Repeats');
  await expect(page).toHaveURL(/outcome=failed/);
  expect(await clicks()).toBe(3);
  expect((await inspected.api('GET', '/v2/9999999/subscribers/bo@example.com')).status).toBe(200);
});

test('a token is made where the tokens are listed', async ({ page, root, inspected }) => {
  await open(page, `${root}/settings?tab=users`);
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByRole('table', { name: 'Tokens' }).locator('tr[data-row]')).toHaveCount(2);
  const { accounts } = await inspected.admin<{ accounts: { tokens: string[] }[] }>('GET', '/accounts');
  expect(accounts[0]?.tokens).toHaveLength(2);
});

test('a form in another orientation takes 2 clicks', async ({ page, root, clicks }) => {
  await open(page, `${root}/forms`);
  await link(page, 'Coffee news').click();
  await page.getByLabel('Orientation of the preview').selectOption('Lightbox');
  const preview = page.frameLocator('.form-frame iframe:not([hidden])');
  await expect(preview.getByRole('dialog', { name: 'Coffee news' })).toBeVisible();
  expect(await clicks()).toBe(2);
});

test('what an email suffers from is said, and its source is a file', async ({ page, root, inspected }) => {
  await inspected.server.extend({
    broadcasts: [
      {
        id: '222',
        name: 'News',
        subject: 'News',
        html_body: '<p><a href="#">Read</a><script>1</script></p>',
      },
    ],
  });
  await inspected.admin('POST', '/broadcasts/222/schedule', { send_at: '2026-01-20T10:00:00Z' });
  await inspected.server.advance({ days: 1 });
  await open(page, `${root}/outbox`);
  await link(page, 'ann@example.com').first().click();
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Email clients remove scripts.');
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download .eml' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.eml$/);
});

test('the key End reads only the end of a list of thousands, and scrolling up the rows before it', async ({
  page,
  inspected,
  root,
}) => {
  await inspected.server.extend({
    subscribers: Array.from({ length: 3000 }, (_, i) => ({ email: `s${i}@example.com` })),
  });
  await open(page, `${root}/subscribers?sort=email-oldest`);
  await expect(page.locator('tbody .row-link').first()).toContainText('ann@example.com');
  let pages = 0;
  page.on('request', (request) => {
    if (request.url().includes('/_admin/subscribers?')) pages += 1;
  });
  await page.keyboard.press('End');
  await expect(page.locator('.pager')).toHaveText('3,001 subscribers');
  await expect(page.getByText('s999@example.com')).toBeInViewport();
  expect(pages).toBeLessThanOrEqual(2);
  // From both sides until they meet.
  for (const part of [0.9, 0.5, 0.2]) {
    await page.evaluate((part) => window.scrollTo(0, document.body.scrollHeight * part), part);
    await expect(page.locator('tr[data-row] .row-link').first()).toBeVisible();
  }
  await page.keyboard.press('End');
  await expect(page.getByText('s999@example.com')).toBeInViewport();
  await expect(page.locator('.pager')).toHaveText('3,001 subscribers');
});
