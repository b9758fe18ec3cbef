import { expect, test } from './shop.ts';

test('the demo page identifies, tracks, and shows the responses', async ({ shop, page }) => {
  await page.goto(`${shop.host}/demo`);
  await expect(page).toHaveTitle('Trickle demo page');
  const log = page.locator('#log li');
  await expect(log).toHaveCount(1);

  // Firefox sometimes appends to the value, unless it is cleared first.
  await page.getByLabel('Email').fill('');
  await page.getByLabel('Email').fill("o'hara@example.com");
  await page.getByLabel('Tag').fill('vip');
  await expect(page.locator('#identify-code')).toContainText("email: 'o\\'hara@example.com'");
  await page.getByRole('button', { name: 'Identify' }).click();
  await expect(log).toHaveCount(2);
  await page.getByRole('button', { name: 'Viewed pricing' }).click();
  await expect(log).toHaveCount(3);
  await expect(log.first()).toContainText('"anonymous": false');

  expect((await shop.client.subscribers.get("o'hara@example.com")).tags).toEqual(['vip']);
  const { items: actions } = await shop.client.eventActions.list();
  expect([...actions].sort()).toEqual(['Opened the demo page', 'Viewed pricing']);
  expect(shop.requests.filter((request) => !request.startsWith('POST'))).toEqual([
    'GET /demo',
    `GET /${shop.account}.js`,
  ]);
  expect(shop.errors).toEqual([]);
  expect(shop.warnings).toEqual([]);
});
