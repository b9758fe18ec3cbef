import { type PathProxy, startPathProxy } from '../../../../scripts/setup/path-proxy.ts';
import { test as base, breachesOn, expect, inspect, open } from './inspected.ts';

const httpCredentials = { username: '', password: 'secret-of-operators' };

const test = base.extend<{ below: PathProxy }>({
  below: async ({ page }, use) => {
    using proxy = await startPathProxy({ keepsHost: false });
    const { password: adminPassword } = httpCredentials;
    const inspected = await inspect(undefined, { publicUrl: proxy.url, adminPassword });
    proxy.target = inspected.url;
    await use(proxy);
    await page.close(); // and with it the stream of changes
    await inspected.server.close();
  },
});

test.use({ httpCredentials });

test('a form is drawn, edited and submitted below a path', async ({ page, below: proxy }) => {
  await open(page, `${proxy.url}/_inspector/forms/444`);
  await expect(page.frameLocator('iframe:not([hidden])').locator('form')).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Headline').fill('Below a path');
  const draft = page.getByRole('dialog').frameLocator('iframe:not([hidden])');
  await expect(draft.getByRole('heading', { name: 'Below a path' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('link', { name: 'Open hosted page' }).click();
  await page.getByLabel('Email').fill('nobody');
  await page.getByRole('button').click();
  await page.locator('.error').waitFor();
  await page.getByLabel('Email').fill('zoe@example.com');
  await page.getByRole('button').click();
  await expect(page).toHaveURL(`${proxy.url}/forms/444/submissions`);
  await expect(page.getByLabel('Email')).toHaveCount(0);
  expect(await breachesOn(page)).toEqual([]);
  expect(proxy.strays).toEqual([]);
});
