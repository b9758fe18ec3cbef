import { createServer } from '@trickle/mock-server';
import { ACCOUNT } from './hostile-seed.ts';
import { expect, isReady, open, test } from './inspected.ts';

const SUBSCRIBERS = `/v2/${ACCOUNT}/subscribers`;

test('a click on a row far down, a reload, Back and Forward keep the place', async ({
  page,
  inspected: { url, api },
}) => {
  for (let i = 0; i < 240; i++) await api('GET', `${SUBSCRIBERS}/n${i}@example.com?page=${i}`);
  await open(page, `${url}/_inspector/requests`);
  const far = page.getByRole('link', { name: /n60@example\.com/ });
  const top = () => page.evaluate(() => Math.round(window.scrollY));
  // Rows are loaded while the page scrolls.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(page.locator('.pager')).toContainText('240 requests', { timeout: 500 });
  }).toPass();
  await far.scrollIntoViewIfNeeded();
  const place = await top();
  expect(place).toBeGreaterThan(4000);

  await far.click();
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('n60@example.com');
  await expect(far).toBeInViewport();
  expect(Math.abs((await top()) - place)).toBeLessThan(300);
  const beside = await top();
  await page.reload();
  await isReady(page);
  await expect.poll(top).toBe(beside);
  await expect(far).toBeInViewport();

  await page.getByRole('link', { name: 'Faults' }).click();
  await expect(page.getByRole('heading', { name: 'Faults' })).toBeVisible();
  expect(await top()).toBe(0);
  await page.goBack();
  await expect(far).toBeInViewport();
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Faults' })).toBeVisible();
  expect(await top()).toBe(0);
});

test('sending a request again keeps the filter of the list', async ({ page, inspected: { url, api } }) => {
  await api('GET', `${SUBSCRIBERS}/s1@example.com`);
  await api('GET', `${SUBSCRIBERS}/s2@example.com`);
  await open(page, `${url}/_inspector/requests?search=s1`);
  await page.locator('tbody .row-link').click();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.locator('tbody .row-link')).toHaveCount(2);
  await expect(page).toHaveURL(/search=s1/);
});

test('errors of a dialog are shown in it, and can be closed', async ({ page, inspected: { url } }) => {
  await open(page, `${url}/_inspector/faults`);
  await page.getByRole('button', { name: 'Add fault' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Status').fill('99');
  await dialog.getByRole('button', { name: 'Add fault' }).click();
  const error = dialog.getByRole('status').filter({ hasText: 'status' });
  await expect(error).toBeVisible();
  await error.getByRole('button', { name: 'Dismiss' }).click(); // nothing lies over it
  await expect(error).toBeHidden();
  await expect(dialog).toBeVisible();
});

test('previews of forms are no requests of the app', async ({ page, inspected: { url, server } }) => {
  const before = (await server.requests.find()).length;
  await open(page, `${url}/_inspector/forms/444`);
  await expect(page.locator('.form-frame iframe')).toBeVisible(); // drawn
  expect(await server.requests.find()).toHaveLength(before);
});

test('when the server is gone, its clock stands still', async ({ page }) => {
  const server = await createServer({ seed: { accounts: [{ id: '1' }] } });
  const url = await server.listen();
  await open(page, `${url}/_inspector`);
  const clock = page.locator('.server-clock');
  await expect(clock).not.toContainText('…');
  await server.close();
  await expect(clock).toContainText('no answer');
  const shown = await clock.textContent();
  await page.clock.install();
  await page.clock.runFor(5000);
  await expect(clock).toHaveText(shown ?? '');
});
