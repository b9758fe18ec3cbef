// @thorough: one page in all its states
import { test } from './clicks.ts';
import { expect, open, violationsOn } from './inspected.ts';

const SUBSCRIBERS = '/v2/9999999/subscribers';
const emails = ['bo', 'cy', 'dee'].map((name) => `${name}@example.com`);

test('failed deliveries are sent again: 2 clicks', async ({ page, root, api, server, clicks }) => {
  for (const email of emails) await api('POST', '/v2/9999999/tags', { tags: [{ email, tag: 'vip' }] });
  await server.settle();
  await open(page, `${root}/webhooks/666`);
  await page.getByLabel('State').selectOption('retrying');
  await page.getByRole('button', { name: 'Replay' }).click();
  await expect(page.getByRole('status').filter({ hasText: '3 deliveries replayed' })).toBeVisible();
  expect(await clicks()).toBe(2);
  const replayed = (await server.webhooks.deliveries()).filter(({ replayOf }) => replayOf !== null);
  expect(replayed).toHaveLength(3);
});

test('subscribers that match are tagged, and chosen ones deleted', async ({ page, root, api, admin }) => {
  for (const email of emails) await api('POST', SUBSCRIBERS, { subscribers: [{ email }] });
  await open(page, `${root}/subscribers`);
  await page.locator('main [data-search]').fill('e@ex');
  await expect(page.locator('tbody .row-link')).toHaveCount(1);
  await page.getByRole('button', { name: 'Tag', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Tag').fill('late');
  await dialog.getByRole('button', { name: 'Tag' }).click();
  await expect(page.getByRole('status').filter({ hasText: '1 subscriber tagged' })).toBeVisible();
  const { subscribers } = await admin<{ subscribers: { email: string }[] }>('GET', '/subscribers?tag=late');
  expect(subscribers.map(({ email }) => email)).toEqual(['dee@example.com']);

  await page.locator('main [data-search]').fill('');
  await expect(page.locator('tbody .row-link')).toHaveCount(4);
  for (const name of ['bo', 'cy'])
    await page
      .getByRole('row', { name: new RegExp(`${name}@`) })
      .getByRole('checkbox')
      .check();
  await expect(page.locator('.many')).toContainText('2 chosen');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.locator('tbody .row-link')).toHaveCount(2);
  await expect(page.locator('.many')).toContainText('All that match');
});

test('rows are exported as CSV, and addresses are copied', async ({ page, context, root, api }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const email of emails) await api('POST', SUBSCRIBERS, { subscribers: [{ email }] });
  await open(page, `${root}/subscribers?since=today&search=${encodeURIComponent('@example.com')}`);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  expect((await downloading).suggestedFilename()).toBe('subscribers.csv');
  await page.getByRole('button', { name: 'Copy addresses' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\n').sort()).toEqual(['ann@example.com', ...emails]);
});

test('a click with a key opens a new tab, and j moves the record', async ({ page, context, root, api }) => {
  for (const email of emails) await api('POST', SUBSCRIBERS, { subscribers: [{ email }] });
  await open(page, `${root}/requests`);
  const opening = context.waitForEvent('page');
  await page
    .locator('tbody tr[data-row="0"] td')
    .last()
    .click({ modifiers: ['ControlOrMeta'] });
  const other = await opening;
  await expect(other).toHaveURL(/\/requests\/\w+/);
  await expect(page).toHaveURL(`${root}/requests`);
  await page.locator('tbody .row-link').first().click();
  const first = page.url();
  await page.keyboard.press('j');
  await expect(page.locator('tbody tr[data-row="1"]')).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('k');
  await expect(page).toHaveURL(first);
  // The open tab stays, from row to row and on a reload.
  await page.getByRole('tab', { name: 'Headers' }).click();
  await page.keyboard.press('j');
  await expect(page.locator('tbody tr[data-row="1"]')).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('tab', { name: 'Headers' })).toHaveAttribute('aria-selected', 'true');
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Headers' })).toHaveAttribute('aria-selected', 'true');
  // The look follows to the other tab.
  await page.getByRole('button', { name: 'Dark' }).first().click();
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('two requests are compared, and two attempts of a delivery', async ({ page, root, api, server }) => {
  for (const email of emails.slice(0, 2))
    await api('POST', SUBSCRIBERS, { subscribers: [{ email, first_name: 'Ann' }] });
  await open(page, `${root}/requests`);
  const compare = page.getByRole('button', { name: 'Compare' });
  await page.getByLabel('Choose row 1').check();
  await expect(compare).toBeDisabled();
  await page.getByLabel('Choose row 2').check();
  await compare.click();
  const part = page.getByRole('dialog').getByRole('row', { name: /^body\.subscribers\[0\]\.email/ });
  await expect(part).toContainText('bo@example.com');
  await expect(part).toContainText('cy@example.com');
  await expect(
    page.getByRole('rowheader', { name: 'body.subscribers[0].first_name', exact: true }),
  ).toBeHidden();
  expect(await violationsOn(page)).toEqual([]);

  await api('POST', '/v2/9999999/tags', { tags: [{ email: emails[0], tag: 'vip' }] });
  await server.advance({ hours: 1 });
  const [delivery] = await server.webhooks.deliveries();
  await open(page, `${root}/webhook-deliveries/${delivery?.id}`);
  await compare.click();
  await expect(page.getByLabel('Second attempt')).toHaveValue(`${Number(delivery?.attempts.length) - 1}`);
  await page.getByLabel('First attempt').selectOption('#1');
  await expect(page.getByRole('rowheader', { name: 'at', exact: true })).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
});
