// @thorough: one page in all its states
import type { Page } from '@playwright/test';
import { expect, open, seedOf, test, violationsOn } from './inspected.ts';

const trigger = { action: 'Signed up' };

const SEED = seedOf({
  subscribers: [{ email: 'ann@example.com' }],
  workflows: [
    {
      id: '333',
      name: 'Onboarding',
      status: 'active',
      triggers: [{ provider: 'trickle', trigger_type: 'performed_custom_event', properties: trigger }],
      steps: [
        { type: 'send_email', id: 'hello', subject: 'Hello', html_body: '<p>Hello</p>' },
        { type: 'delay', days: 3 },
        { type: 'apply_tag', tag: 'onboarded' },
        { type: 'delay', days: 4 },
      ],
    },
  ],
  // Nobody listens there.
  webhooks: [{ id: 'hook', post_url: 'http://127.0.0.1:9/', events: ['subscriber.applied_tag'] }],
});

/** Ann has signed up, and four days have passed. */
test.use({ seed: SEED });

test.beforeEach(async ({ api, server }) => {
  await api('POST', '/v2/9999999/events', { events: [{ email: 'ann@example.com', action: 'Signed up' }] });
  await server.advance({ days: 4 });
});

const sentences = (page: Page) => page.locator('.trace-row .wrap').allInnerTexts();

test('a request leads to what followed, in order, to its records, and back', async ({ page, root }) => {
  await open(page, `${root}/requests`);
  await page.getByText('/v2/9999999/events').first().click();
  await page.getByRole('link', { name: 'what followed' }).click();
  const email = page.getByRole('link', { name: 'ann@example.com got the email “Hello”' });
  await expect(email).toBeVisible();
  const rows = await sentences(page);
  const places = [
    'events.record',
    'performed “Signed up”',
    'entered the workflow',
    'got the email',
    'the tag “onboarded”',
    'webhook request',
    'attempts, all failed',
  ].map((text) => rows.findIndex((row) => row.includes(text)));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  await expect(page.locator('.trace-pauses')).toContainText('3 days');
  await email.click();
  await expect(page.getByRole('heading', { name: 'Hello' })).toBeVisible();
  await page.getByRole('link', { name: 'all that happened' }).click();
  await expect(page.locator('.trace-row[aria-current]')).toContainText('got the email');
  await page.goBack();
  await page.goBack();
  await expect(email).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
});

test('the rows below a row can be hidden, and a trace follows new events', async ({ page, root, server }) => {
  const [request] = await server.requests.find();
  await open(page, `${root}/trace/${request?.id}`);
  const webhook = page.getByText('webhook request');
  await expect(webhook).toBeVisible();
  await page.getByRole('button', { name: 'Hide what row 1 led to' }).click();
  await expect(webhook).toBeHidden();
  await page.getByRole('button', { name: 'Show what row 1 led to' }).click();
  await expect(webhook).toBeVisible();
  // Many attempts are one row, which can be opened.
  const attempts = page.getByText(/^\d+ attempts, all failed: /);
  const before = (await attempts.textContent()) ?? '';
  await server.advance({ days: 1 });
  await expect(attempts).not.toHaveText(before);
  await expect(page.getByRole('link', { name: /^Attempt 1 / })).toBeHidden();
  await page.getByRole('button', { name: /^Show \d+ attempts$/ }).click();
  await expect(page.getByRole('link', { name: /^Attempt 1 / })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator('.trace-pauses')).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
});

test('an id that leads nowhere is said so', async ({ page, root }) => {
  await open(page, `${root}/trace/nobody`);
  await expect(page.getByText(/nobody/).first()).toBeVisible();
});
