// @thorough: one page in all its states
import { test } from './clicks.ts';
import { expect, open, violationsOn } from './inspected.ts';

test('a request fails the next time after 2 clicks on it', async ({ page, root, api, clicks }) => {
  await api('GET', '/v2/9999999/tags');
  await open(page, `${root}/requests`);
  await page.locator('tbody .row-link').first().click();
  const before = await clicks();
  await page.getByRole('button', { name: 'Make it fail next time' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add fault' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await clicks()) - before).toBe(2);
  expect((await api('GET', '/v2/9999999/tags')).status).toBe(503);
});

test('a step is inserted in the graph of a workflow', async ({ page, root, admin }) => {
  await open(page, `${root}/workflows/333`);
  await page.getByRole('link', { name: 'Insert a step as number 2' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Type of step 2').selectOption('Apply tag');
  await dialog.getByLabel('Tag', { exact: true }).fill('onboarded');
  await dialog.getByRole('button', { name: 'Insert' }).last().click();
  await expect(page.getByRole('link', { name: '2. Apply tag onboarded' })).toBeVisible();
  expect(await admin('GET', '/workflows/333')).toMatchObject({
    steps: [{ type: 'delay' }, { type: 'apply_tag', tag: 'onboarded' }],
  });
});

test('the problems of an email are listed once it is opened; its source is a file', async ({
  page,
  root,
  admin,
  server,
}) => {
  const emails = {
    222: '<p>Hi</p>',
    223: '<p>Hi</p>\n<video src="https://acme.test/film.mp4"></video>\n<p style="text-shadow: 1px 1px red">Bye</p>',
    224: '<p><a href="#">Read</a><script>1</script></p>',
  };
  await server.extend({
    broadcasts: Object.entries(emails).map(([id, html]) => ({
      ...{ id, name: `News ${id}`, subject: `News ${id}`, html_body: html },
    })),
  });
  for (const id of Object.keys(emails))
    await admin('POST', `/broadcasts/${id}/schedule`, { send_at: '2026-01-20T10:00:00Z' });
  await server.advance({ days: 1 });
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await open(page, `${root}/outbox`);
  expect(loaded.filter((url) => url.includes('client-support'))).toEqual([]);
  const section = page
    .locator('section', { has: page.getByRole('heading', { name: 'Email clients' }) })
    .last();
  await page.getByRole('row', { name: 'News 223' }).locator('.row-link').first().click();
  await expect(section.getByRole('listitem')).toHaveText([
    /<video> element line 2\D.*Gmail/,
    /text-shadow line 3/,
  ]);
  expect(await violationsOn(page)).toEqual([]);
  await open(page, `${root}/outbox`);
  await page.getByRole('row', { name: 'News 222' }).locator('.row-link').first().click();
  await expect(section).toContainText('Yahoo support what this email uses.');
  await open(page, `${root}/outbox`);
  await page.getByRole('row', { name: 'News 224' }).locator('.row-link').first().click();
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Email clients remove scripts.');
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download .eml' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.eml$/);
});

test('End leads to the end of a long list in one read, and Home back', async ({ page, root, server }) => {
  await server.extend({
    subscribers: Array.from({ length: 3000 }, (_, i) => ({ email: `s${i}@example.com` })),
  });
  await open(page, `${root}/subscribers?sort=email-oldest`);
  const first = page.locator('tbody .row-link').first();
  await expect(first).toContainText('ann@example.com');
  let pages = 0;
  page.on('request', (request) => {
    if (request.url().includes('/_admin/subscribers?')) pages += 1;
  });
  await page.keyboard.press('End');
  await expect(page.getByText('s999@example.com')).toBeInViewport();
  expect(pages).toBe(1);
  await expect(page.locator('.pager > span').first()).toHaveText('100 of 3,001 subscribers');
  await page.getByRole('button', { name: 'Load earlier rows' }).click();
  await expect(page.locator('.pager > span').first()).toHaveText('200 of 3,001 subscribers');
  await expect(first).toContainText('s820@example.com'); // by address
  await page.keyboard.press('Home');
  await expect(first).toContainText('ann@example.com');
});
