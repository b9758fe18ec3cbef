import { json } from 'node:stream/consumers';
import { startShop } from '../../../../examples/shop/shop.ts';
import { ACCOUNT, TOKEN } from './hostile-seed.ts';
import { expect, inspect, listen, open, seedOf, test } from './inspected.ts';

const SEED = {
  campaigns: [
    {
      id: '111',
      name: 'Welcome',
      status: 'active' as const,
      double_optin: false,
      emails: [{ subject: 'Welcome aboard', html_body: '<p><a href="https://acme.test/brew">Brew</a></p>' }],
    },
  ],
  forms: [{ id: '443', headline: 'Coffee news', campaign_id: '111', orientation: 'embedded' as const }],
};

test('a form leads to an email, a click, and a webhook that is replayed', async ({ page }) => {
  const events: unknown[] = [];
  await using receiver = await listen(async (request, response) => {
    events.push(((await json(request)) as { event: string }).event); // a webhook
    response.end('ok');
  });
  const webhook = { id: '701', post_url: receiver.url, events: ['subscriber.clicked_email' as const] };
  const { server, url } = await inspect(seedOf({ ...SEED, webhooks: [webhook] }));
  const inspector = `${url}/_inspector`;

  const shop = await startShop({ baseUrl: url, accountId: ACCOUNT, apiKey: TOKEN, port: 0 });
  await server.extend({ url: shop.url });
  await open(page, inspector);
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Website', exact: true }).click();
  const popup = await opened;
  const shopUrl = popup.url();
  await popup.close(); // a page behind another one draws once a second, and each click waits for that
  await page.goto(shopUrl);
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByRole('button', { name: 'Allow' })).toBeHidden(); // until then, it is the page before
  await page.locator('#newsletter').getByRole('textbox', { name: 'Email' }).fill('zoe@example.com');
  await page.locator('#newsletter').getByRole('checkbox').check();
  await page.locator('#newsletter').getByRole('button', { name: 'Subscribe' }).click();
  // By the script below the form, or by the service on a page of its own if the script had not loaded yet.
  await expect(page.getByText('Thank you for signing up')).toBeVisible();

  await open(page, `${inspector}/subscribers`);
  await page.getByRole('link', { name: 'zoe@example.com' }).click();
  await expect(page.getByRole('heading', { name: 'zoe@example.com' })).toBeVisible();
  await page.getByRole('tab', { name: /Campaigns/ }).click();
  await expect(page.getByRole('table', { name: 'Campaigns' })).toContainText('Welcome');

  await open(page, `${inspector}/faults`);
  await page.getByRole('button', { name: 'Add fault' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Webhook receivers answer 500 three times' }).click();
  await dialog.getByRole('button', { name: 'Add fault' }).click();
  await expect(dialog).toBeHidden();

  await open(page, `${inspector}/outbox`);
  await page.getByRole('link', { name: 'zoe@example.com' }).first().click();
  await expect(page.frameLocator('iframe').getByRole('link', { name: 'Brew' })).toBeVisible();
  await page.getByRole('tab', { name: /Links/ }).click();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'acme.test/brew' })
    .getByRole('button', { name: 'Click' })
    .click();
  await expect(page.locator('.outbox-states')).toContainText('clicked');

  await open(page, `${inspector}/webhooks`);
  const delivery = page.getByRole('table', { name: 'Deliveries' }).getByRole('link').first();
  await expect(delivery).toHaveText('subscriber.clicked_email');
  await delivery.click();
  await expect(page.getByText('Attempt 1')).toBeVisible();
  const state = page.locator('h1 .badge');
  await expect(state).toHaveText('retrying');
  await expect(page.getByRole('main')).toContainText(/Your endpoint answered 500.*1 attempt, next in/);
  const deliveryUrl = page.url();

  await open(page, `${inspector}/clock`);
  await page.getByRole('button', { name: '1 day' }).click();
  await expect.poll(() => events).toEqual(['subscriber.clicked_email']);

  await open(page, deliveryUrl);
  await expect(state).toHaveText('delivered');
  await expect(page.getByText('Attempt 4')).toBeVisible();
  await page.getByRole('button', { name: 'Replay' }).click();
  await expect(page).not.toHaveURL(deliveryUrl);
  await expect.poll(() => events).toHaveLength(2);
  await expect(state).toHaveText('delivered');
  await expect(page.getByText('Replay of')).toBeVisible();

  await shop.close();
  await server.close();
});
