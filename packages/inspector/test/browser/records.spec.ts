// @thorough: one page in all its states
import { expect, open, scrollDownTo, seedOf, test } from './inspected.ts';

/** Enough for several pages of the list. */
const COUNT = 250;

const SEED = seedOf({
  subscribers: Array.from({ length: COUNT }, (_, i) => ({
    id: `sub-${i}`,
    email: `s${i}@example.com`,
    tags: i % 10 === 0 ? ['vip'] : [],
    created_at: new Date(Date.UTC(2026, 0, 1, 0, i)).toISOString(),
  })),
  campaigns: [
    {
      id: '111',
      name: 'Welcome',
      status: 'paused',
      emails: [{ subject: 'Hello {{ subscriber.email }}', html_body: '<p>First <b>words</b></p>' }],
    },
  ],
  broadcasts: [{ id: '222', name: 'News', status: 'draft', subject: 'News', html_body: '<p>News</p>' }],
  workflows: [
    {
      id: '333',
      name: 'Onboarding',
      status: 'active',
      triggers: [
        {
          ...{ provider: 'trickle', trigger_type: 'performed_custom_event' },
          properties: { action: 'Signed up' },
        },
      ],
      steps: [{ type: 'delay', days: 2 }, { type: 'apply_tag', tag: 'onboarded' }, { type: 'exit' }],
    },
  ],
  forms: [{ id: '555', headline: 'Coffee news', campaign_id: '111' }],
  goals: [{ id: '444', name: 'Signed up', default_value: 1250, counting_method: 'all' }],
});

test.use({ seed: SEED });

test('the key / searches the subscribers, and filters and order are in the URL', async ({ page, root }) => {
  await open(page, `${root}/subscribers`);
  const rows = page.locator('.table tbody tr[data-row]');
  await expect(rows.first()).toContainText(`s${COUNT - 1}@example.com`);
  await page.keyboard.press('/');
  await page.keyboard.type('s24');
  await expect(rows).toHaveCount(11);
  await page.getByLabel('Tag').selectOption('vip');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('s240@example.com');
  await page.reload();
  await expect(rows).toHaveCount(1);
  await page.goto(`${root}/subscribers`);
  await page.getByLabel('Order').selectOption('created_at-oldest');
  await expect(rows.first()).toContainText('s0@example.com');
});

test('scrolling reads all pages of the subscribers, and the keyboard opens a row', async ({ page, root }) => {
  await open(page, `${root}/subscribers`);
  const pager = page.locator('.pager > span').first();
  await expect(pager).toContainText(`of ${COUNT} subscribers`);
  await scrollDownTo(page, page.getByText('s0@example.com', { exact: true }));
  await expect(pager).toHaveText(`${COUNT} subscribers`);
  await page.goto(`${root}/subscribers?search=s7%40`);
  await expect(page.locator('tr[data-row]')).toHaveCount(1);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.locator('h1')).toContainText('s7@example.com');
});

test('the timeline of a new subscriber shows an edit, a tag and an event', async ({ page, root }) => {
  await open(page, `${root}/subscribers`);
  await page.getByRole('button', { name: 'Create subscriber' }).click();
  await page.getByLabel('Email', { exact: true }).fill('ann@example.com');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.locator('h1')).toContainText('ann@example.com');

  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Custom fields').fill('{"favorite_roast":"dark"}');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('.subscriber-side')).toContainText('dark');
  await expect(page.locator('.timeline')).toContainText('Updated custom field');

  await page.getByLabel('New tag').fill('vip');
  await page.keyboard.press('Enter');
  await expect(page.locator('.tag-list')).toContainText('vip');
  await expect(page.locator('.timeline')).toContainText('Applied tag');

  await page.getByRole('button', { name: 'Record event' }).click();
  await page.getByLabel('Action').fill('Signed up');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  const event = page.locator('.timeline li', { hasText: 'Signed up' }).first();
  await expect(event).toBeVisible();
  await event.getByRole('link', { name: 'request' }).first().click();
  await expect(page.locator('.split-detail h2')).toContainText('/events');
});

test('a toast links to the request of an action', async ({ page, root }) => {
  await open(page, `${root}/campaigns/111`);
  await page.getByRole('button', { name: 'Activate' }).click();
  await expect(page.locator('h1')).toContainText('active');
  await page.locator('.toast').getByRole('link', { name: 'Show request' }).click();
  await expect(page.locator('.split-detail h2')).toContainText('/campaigns/111/activate');
});

test('an email is rendered for a subscriber, at the width of a phone too', async ({ page, root }) => {
  await open(page, `${root}/campaigns/111`);
  await page.getByLabel('Subscriber to render the email for').fill('s5@example.com');
  await page.keyboard.press('Enter');
  await expect(page.locator('.preview-subject')).toHaveText('Hello s5@example.com');
  await expect(page.frameLocator('.preview iframe:not([hidden])').locator('b')).toHaveText('words');
  await page.getByRole('button', { name: 'Phone' }).click();
  const frame = page.locator('.preview iframe');
  await expect.poll(async () => (await frame.boundingBox())?.width).toBeLessThanOrEqual(375);
});

test('a broadcast is scheduled, and canceled', async ({ page, root, admin }) => {
  await open(page, `${root}/broadcasts/222`);
  await page.getByRole('button', { name: 'Schedule' }).click();
  await page.getByLabel('Send at (UTC)').fill('2026-01-21T10:30');
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click();
  await expect(page.locator('h1')).toContainText('scheduled');
  const { send_at: at } = await admin<{ send_at: string }>('GET', '/broadcasts/222');
  expect(Date.parse(at)).toBe(Date.parse('2026-01-21T10:30:00Z'));
  await page.getByRole('button', { name: 'Cancel broadcast' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel broadcast' }).click();
  await expect(page.locator('h1')).toContainText('canceled');
});

test('the graph of a workflow shows who waits where', async ({ page, root }) => {
  await open(page, `${root}/workflows/333`);
  await page.getByRole('button', { name: 'Enroll' }).click();
  await page.getByLabel('Email', { exact: true }).fill('s9@example.com');
  await page.getByRole('dialog').getByRole('button', { name: 'Enroll' }).click();
  const delay = page.getByRole('link', { name: '1. Wait 2 days 1 subscriber' });
  await delay.click();
  await expect(page).toHaveURL(/step=step-0/);
  await expect(page.locator('.workflow-side')).toContainText('s9@example.com');
  await page.getByRole('button', { name: 'Remove s9@example.com' }).click();
  await expect(page.locator('.workflow-side')).toContainText('No subscriber is at this step');
});

test('each kind of record is created from its example', async ({ page, root }) => {
  for (const [path, noun] of [
    ['campaigns', 'campaign'],
    ['broadcasts', 'broadcast'],
    ['workflows', 'workflow'],
    ['forms', 'form'],
    ['conversions', 'conversion'],
  ]) {
    await open(page, `${root}/${path}`);
    await page.getByRole('button', { name: `Create ${noun}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0); // it closes when the record is there
  }
});

test('conversions are counted, and lead to the subscriber', async ({ page, root, api }) => {
  const events = [{ email: 's1@example.com', action: 'Signed up' }];
  await api('POST', '/v2/9999999/events', { events });
  await open(page, `${root}/conversions`);
  await expect(page.getByRole('table', { name: 'Goals' })).toContainText('$12.50');
  await page.getByRole('table', { name: 'Reached' }).getByRole('link', { name: 's1@example.com' }).click();
  await expect(page.locator('h1')).toContainText('s1@example.com');
});

test('orders, refunds and carts name their subscriber and order', async ({ page, root, api, server }) => {
  const shop = { provider: 'shop', email: 's1@example.com', occurred_at: '2026-01-20T09:00:00Z' };
  const items = [{ name: 'Beans', price: 20 }];
  await api('POST', '/v3/9999999/shopper_activity/cart', {
    ...{ ...shop, action: 'created', cart_id: 'cart-7', cart_url: 'https://shop.test/cart' },
    ...{ grand_total: 20, items },
  });
  const order = { email: 's2@example.com', provider: 'shop', upstream_id: 'order-8', amount: 1200 };
  await api('POST', '/v2/9999999/orders', { orders: [order] });
  const refund = { provider: 'shop', order_upstream_id: 'order-8', amount: 200 };
  await api('POST', '/v2/9999999/refunds', { refunds: [refund] });
  await server.settle();

  await open(page, `${root}/commerce?tab=carts`);
  await expect(page.getByRole('row', { name: /cart-7/ })).toContainText('s1@example.com');
  await open(page, `${root}/commerce?tab=refunds`);
  await page.getByRole('link', { name: 'order-8' }).click();
  await page.locator('.split-detail').getByRole('link', { name: 's2@example.com' }).click();
  await expect(page.locator('h1')).toContainText('s2@example.com');
});

/** Submits the form on its hosted page. */
const submitForm = (url: string) =>
  fetch(`${url}/forms/555/submissions`, {
    method: 'POST',
    body: new URLSearchParams({ 'fields[email]': 'ann@example.com' }),
  });

test('a form names its campaign, and its submissions lead to subscribers', async ({ page, root, url }) => {
  await submitForm(url);
  await open(page, `${root}/forms/555`);
  await expect(page.locator('main').getByRole('link', { name: 'Welcome' })).toHaveAttribute(
    'href',
    /\/campaigns\/111$/,
  );
  await page.getByRole('link', { name: 'ann@example.com' }).click();
  await expect(page.locator('h1')).toContainText('ann@example.com');
});

test('the preview of a form takes no focus and does not scroll the page', async ({ page, root, url }) => {
  await submitForm(url);
  const held = Promise.withResolvers<void>();
  await page.route('**/forms/555/preview*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await open(page, `${root}/forms/555`);
  const link = page.getByRole('link', { name: 'ann@example.com' });
  await link.focus();
  const place = await link.boundingBox();
  held.resolve();
  const email = page.frameLocator('iframe').getByLabel('Email');
  await expect(email).toBeVisible();
  await expect(link).toBeFocused();
  expect(await link.boundingBox()).toEqual(place);
  await email.fill('bo@example.com');
  await expect(email).toBeFocused();
});

test('a waiting job leads to its workflow and its subscriber', async ({ page, root, api, server }) => {
  const events = [{ email: 's1@example.com', action: 'Signed up' }];
  await api('POST', '/v2/9999999/events', { events });
  await server.settle();
  await open(page, `${root}/jobs`);
  const job = page.getByRole('row', { name: 'Continue “Onboarding” with s1@example.com' });
  await expect(job.getByRole('link', { name: 'Onboarding' })).toHaveAttribute('href', /\/workflows\/333$/);
  await job.getByRole('link', { name: 's1@example.com' }).click();
  await expect(page.locator('h1')).toContainText('s1@example.com');
});

test('each limit in force has a name in words', async ({ page, root }) => {
  await open(page, `${root}/settings?tab=limits`);
  const names = page.locator('main dt');
  await expect(names.filter({ hasText: 'Signups per account and hour' })).toHaveCount(1);
  await expect(names.filter({ hasText: '_' })).toHaveCount(0);
});
