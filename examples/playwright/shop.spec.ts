import { fileURLToPath } from 'node:url';
import { expect, test } from '@trickle/mock-server/playwright';

test.beforeEach(async ({ page }) => {
  // In a real project, your application goes here, as `webServer` or at its own URL.
  const path = fileURLToPath(new URL('shop.html', import.meta.url));
  await page.route('https://shop.test/**', (route) => route.fulfill({ path }));
  await page.goto('https://shop.test/boats');
});

test('adding a boat to the cart records an event', async ({ page, trickle }) => {
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await trickle.expectRequest({ path: '/client/*/messages', status: 200 });
  expect(await trickle.timeline()).toMatchObject([{ action: 'Added to cart' }]);
});

test('a visitor subscribes to the newsletter', async ({ page, trickle }) => {
  await page.getByLabel('Email').fill('ann@example.com');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect.poll(() => trickle.formSubmissions()).toHaveLength(1);
  await expect(page.getByText('Thank you')).toBeVisible();
});

test('the page works when the service is down', async ({ page, trickle }) => {
  await trickle.faults.add({ path: '/9999999.js', drop: 'before' });
  await page.reload();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByRole('heading', { name: 'Boats' })).toBeVisible();
});
