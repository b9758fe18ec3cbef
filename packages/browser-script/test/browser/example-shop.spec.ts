// @chromium: an example
import { startShop } from '../../../../examples/shop/shop.ts';
import { ACCOUNT, expect, test } from './shop.ts';

test('the example shop identifies, tracks, and shows what came back', async ({ shop, page }) => {
  const example = await startShop({
    ...{ baseUrl: shop.url, accountId: ACCOUNT, apiKey: shop.server.connection.apiKey },
    port: 0,
  });
  await page.goto(`${example.url}/products/high-field`);
  await expect(page).toHaveTitle('High Field · Acme Coffee');
  await page.getByRole('button', { name: 'API calls' }).click();
  const calls = page.locator('#calls > li');
  await expect(calls).toHaveCount(1);
  await expect(calls.first()).toContainText('waits for consent');
  expect(shop.requests.filter((request) => request.startsWith('POST /client'))).toEqual([]);

  await page.getByText('Try the script').click();
  await page.getByRole('button', { name: 'Grant' }).click();
  await page.locator('#email').press('ControlOrMeta+a');
  await page.locator('#email').press('Delete');
  await expect(page.locator('#email')).toHaveValue('');
  await page.locator('#email').pressSequentially("o'hara@example.com");
  await page.locator('#tag').fill('vip');
  await expect(page.locator('#identify-code')).toContainText('email: "o\'hara@example.com"');
  await page.getByRole('button', { name: 'Identify' }).click();
  await expect(calls).toHaveCount(2);
  await page.getByRole('button', { name: 'Viewed pricing' }).click();
  await expect(calls.filter({ hasText: 'answered' })).toHaveCount(3);
  await calls.first().getByText('Answer', { exact: true }).click();
  await expect(calls.first()).toContainText('"anonymous": false');

  expect((await shop.client.subscribers.get("o'hara@example.com")).tags).toEqual(['vip']);
  expect(await shop.actions()).toEqual(['Viewed a product', 'Viewed pricing']);
  expect(shop.warnings).toEqual([]);
  await example.close();
});
