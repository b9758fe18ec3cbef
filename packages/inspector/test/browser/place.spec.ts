// @thorough: one page in all its states
import { createServer } from '@trickle/mock-server';
import { ACCOUNT } from './hostile-seed.ts';
import { expect, isReady, open, scrollDownTo, seedOf, test } from './inspected.ts';

const SUBSCRIBERS = `/v2/${ACCOUNT}/subscribers`;

test('a click on a row far down, a reload, Back and Forward keep the place', async ({ page, root, api }) => {
  for (let i = 0; i < 240; i++) await api('GET', `${SUBSCRIBERS}/n${i}@example.com?page=${i}`);
  await open(page, `${root}/requests`);
  const far = page.getByRole('link', { name: /n60@example\.com/ });
  const top = () => page.evaluate(() => Math.round(window.scrollY));
  await scrollDownTo(page, page.locator('.pager', { hasText: '240 requests' }));
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight * 0.75));
  await far.scrollIntoViewIfNeeded();
  const place = await top();
  expect(place).toBeGreaterThan(4000);

  await far.click();
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('n60@example.com');
  await expect(far).toBeInViewport();
  await expect.poll(async () => Math.abs((await top()) - place)).toBeLessThan(300);
  const beside = await top();
  await page.reload();
  await isReady(page);
  await expect.poll(top).toBe(beside);
  await expect(far).toBeInViewport();

  await page.getByRole('link', { name: 'Faults' }).click();
  await expect(page.getByRole('heading', { name: 'Faults' })).toBeVisible();
  await expect.poll(top).toBe(0);
  await page.goBack();
  await expect(far).toBeInViewport();
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Faults' })).toBeVisible();
  await expect.poll(top).toBe(0);
});

test.describe('an account in which every list has several pages', () => {
  const subscribers = Array.from({ length: 240 }, (_, i) => ({ email: `n${i}@example.com` }));
  const seed = seedOf({
    subscribers,
    broadcasts: [{ id: '222', name: 'News', subject: 'News', html_body: '<p>News</p>' }],
    webhooks: [{ id: '666', post_url: 'http://127.0.0.1:9/hook', include_received_email: true }],
  });
  test.use({ seed });

  test('every long list keeps its place when a row is opened, on Back and on a reload', async ({
    page,
    root,
    url,
    admin,
    server,
  }) => {
    await admin('POST', '/broadcasts/222/schedule', { send_at: '2026-01-20T10:00:00Z' });
    await server.advance({ hours: 1 });
    for (const path of ['/subscribers', '/outbox', '/webhooks', '/events', '/requests']) {
      if (path === '/requests') for (let i = 0; i < 240; i++) await fetch(`${url}/v2/9999999/tags?page=${i}`);
      await open(page, `${root}${path}`);
      await scrollDownTo(page, page.locator('.pager', { hasText: /^(?!100|200)\d{3} (?!of)/ }));
      await page.evaluate(() => window.scrollTo(0, 5000));
      const top = () => page.evaluate(() => Math.round(window.scrollY));
      await expect.poll(() => page.evaluate(() => window.history.state?.top)).toBe(5000); // kept once the scrolling ends
      await page.reload();
      await isReady(page);
      await expect.poll(top, path).toBe(5000);
      const row = page.locator('tr[data-row="140"] .row-link');
      await row.click();
      await expect(page).not.toHaveURL(`${root}${path}`);
      await page.goBack();
      await expect(page).toHaveURL(`${root}${path}`);
      await expect(row).toBeInViewport();
      await expect.poll(async () => Math.abs((await top()) - 5000), path).toBeLessThan(300);
    }
  });
});

test('an editor with changes asks before Esc or a click beside it closes it', async ({ page, root }) => {
  await open(page, `${root}/campaigns`);
  const editor = page.getByRole('dialog', { name: 'Create a campaign' });
  const question = page.getByRole('dialog', { name: 'Discard the changes?' });
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await expect(editor.getByLabel('Name', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(editor).toBeHidden();
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await editor.getByLabel('Name', { exact: true }).fill('Second steps');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(editor.getByLabel('Name', { exact: true })).toHaveValue('Second steps');
  await page.mouse.click(5, 5);
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(editor).toBeHidden();
});

test('sending a request again keeps the filter of the list', async ({ page, root, api }) => {
  await api('GET', `${SUBSCRIBERS}/s1@example.com`);
  await api('GET', `${SUBSCRIBERS}/s2@example.com`);
  await open(page, `${root}/requests?search=s1`);
  await page.locator('tbody .row-link').click();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.locator('tbody .row-link')).toHaveCount(2);
  await expect(page).toHaveURL(/search=s1/);
});

test('an address that cannot be enrolled is reported at its field', async ({ page, root }) => {
  await open(page, `${root}/workflows/333`);
  await page.getByRole('button', { name: 'Enroll' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'JSON' }).click();
  await dialog.getByLabel('The record as JSON').fill('{ "email": "ann" }');
  await dialog.getByRole('tab', { name: 'Fields' }).click();
  await dialog.evaluate((element) => element.querySelector('form')?.setAttribute('novalidate', ''));
  await dialog.getByRole('button', { name: 'Enroll' }).click();
  await expect(dialog.getByLabel('Email', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog).toContainText('email must be a valid email address');
});

test('previews of forms are not requests of the app', async ({ page, root, server }) => {
  const before = (await server.requests.find()).length;
  await open(page, `${root}/forms/444`);
  await expect(page.locator('.preview iframe')).toBeVisible(); // drawn
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
