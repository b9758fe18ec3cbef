import { createServer } from '@trickle/mock-server';
import { ACCOUNT, EMPTY_ACCOUNT } from './hostile-seed.ts';
import { expect, open, test } from './inspected.ts';

test('the palette finds pages, records and actions', async ({ page, root }) => {
  await open(page, root);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('web');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${root}/webhooks`);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('s7@example.com');
  await expect(page.getByRole('option', { name: /^s7@example\.com/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${root}/subscribers/sub-7`);

  await page.getByRole('button', { name: 'Find…' }).click();
  await page.keyboard.type('dark');
  await page.getByRole('option', { name: 'Use the dark look' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the chosen look stays when the page is loaded again', async ({ page, root }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page, root);
  await page.getByRole('button', { name: 'Dark' }).first().click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Look of the system' }).first().click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('the account in the URL is kept by all links, and switched in the header', async ({ page, root }) => {
  await open(page, `${root}/requests?account=${EMPTY_ACCOUNT}`);
  await page.getByRole('link', { name: 'Faults' }).click();
  await expect(page).toHaveURL(`${root}/faults?account=${EMPTY_ACCOUNT}`);
  await page.getByLabel('Account').selectOption(ACCOUNT);
  await expect(page).toHaveURL(`${root}?account=${ACCOUNT}`);
});

test('on a phone, the pages are behind a button', async ({ page, root }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, root);
  const link = page.getByRole('link', { name: 'Checkpoints' });
  await expect(link).toBeHidden();
  await page.getByRole('button', { name: 'Pages' }).click();
  await link.click();
  await expect(page.getByRole('heading', { name: 'Checkpoints' })).toBeVisible();
  await expect(link).toBeHidden();
});

test('an unknown page and an unknown account are said', async ({ page, root }) => {
  await page.goto(`${root}/nothing`);
  await expect(page.getByText('There is no such page')).toBeVisible();
  await page.goto(`${root}?account=unknown`);
  await expect(page.getByRole('alert')).toContainText('unknown');
});

test('with a password, the browser asks for it once', async ({ browser }) => {
  await using server = await createServer({ adminPassword: 'sesame' });
  const url = await server.listen();
  expect((await fetch(`${url}/_inspector`)).status).toBe(401);
  const context = await browser.newContext({ httpCredentials: { username: 'admin', password: 'sesame' } });
  const page = await context.newPage();
  await open(page, `${url}/_inspector`);
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await context.close();
});
