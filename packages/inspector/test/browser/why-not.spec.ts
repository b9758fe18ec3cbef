// @thorough: one page in all its states
import type { Page } from '@playwright/test';
import { expect, open, seedOf, test, violationsOn } from './inspected.ts';

const ANN = 'ann@example.com';

const SEED = seedOf({
  subscribers: [
    { id: 'ann', email: ANN },
    { id: 'bob', email: 'bob@example.com' },
  ],
  campaigns: [
    {
      id: '111',
      name: 'Welcome',
      status: 'active',
      emails: [
        { subject: 'Hello', html_body: '<p>Hi</p>' },
        { subject: 'Again', html_body: '<p>Hi</p>', delay: { days: 2 } },
      ],
      subscribers: [{ email: ANN }],
    },
  ],
  workflows: [
    {
      id: '333',
      name: 'Onboarding',
      status: 'active',
      triggers: [{ provider: 'trickle', trigger_type: 'applied_tag', properties: { tag: 'VIP' } }],
      steps: [{ type: 'delay', days: 2 }],
    },
  ],
  broadcasts: [{ id: '222', name: 'News', status: 'draft', subject: 'News' }],
  webhooks: [{ id: '666', post_url: 'http://127.0.0.1:9/in', events: ['subscriber.created'] }],
});

test.use({ seed: SEED });

/** Opens the dialog and returns it. */
async function ask(page: Page) {
  await page.getByRole('button', { name: 'Why not?' }).click();
  return page.getByRole('dialog', { name: 'Why not?' });
}

test('a subscriber is asked about each record; the rule links to its remedy', async ({ page, root, api }) => {
  await api('POST', '/v2/9999999/tags', { tags: [{ email: ANN, tag: 'Customer' }] });
  await open(page, `${root}/subscribers/ann`);
  const dialog = await ask(page);
  await expect(dialog.locator('.why-not-verdict')).toContainText(
    "Email 2 of the campaign 'Welcome' will be sent to",
  );
  await expect(dialog.locator('.why-not-rule.waits')).toContainText('and is frozen');
  await dialog.getByLabel('Email').selectOption('1. Hello');
  await expect(dialog.locator('.why-not-verdict')).toContainText(
    /^done Email 1 .* was sent to ann@example\.com/,
  );
  await dialog.getByLabel('What').selectOption('Workflow');
  await expect(dialog.locator('.decisive')).toContainText(
    "The trigger applied_tag wants the tag 'VIP'; ann@example.com has 'Customer'.",
  );
  await dialog.getByLabel('What').selectOption('Webhook');
  await dialog.getByLabel('Event').selectOption('subscriber.applied_tag');
  await expect(dialog.locator('.decisive')).toContainText('not subscribed to subscriber.applied_tag');
  await dialog.getByLabel('What').selectOption('Broadcast');
  await expect(dialog.locator('.decisive')).toContainText("The broadcast 'News' is a draft");
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByRole('link', { name: 'Open the broadcast' }).click();
  await expect(page.getByRole('heading', { name: 'News' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('from a campaign, the answer about a subscriber follows what changes', async ({ page, root, api }) => {
  await open(page, `${root}/campaigns/111`);
  const dialog = await ask(page);
  await expect(dialog).toContainText('Choose a subscriber');
  await dialog.getByLabel('Subscriber').fill('bob@example.com');
  await expect(dialog.locator('.decisive')).toContainText('bob@example.com has never been subscribed');
  await api('POST', '/v2/9999999/campaigns/111/pause', {});
  await dialog.getByLabel('Subscriber').fill(ANN);
  await expect(dialog.locator('.decisive')).toContainText("The campaign 'Welcome' is paused.");
  await api('POST', '/v2/9999999/campaigns/111/activate', {});
  await expect(dialog.locator('.why-not-verdict')).toContainText('planned');
  await dialog.getByLabel('Subscriber').fill('ant@example.com');
  await expect(dialog.getByRole('alert')).toContainText('did you mean ann@example.com?');
});

test('from a broadcast, a workflow and a webhook, only a subscriber is chosen', async ({ page, root }) => {
  for (const [path, text] of [
    ['broadcasts/222', 'is a draft'],
    ['workflows/333', "wants the tag 'VIP'; ann@example.com has no tag"],
    ['webhooks/666', 'The event came with the seed'],
  ] as const) {
    await open(page, `${root}/${path}`);
    const dialog = await ask(page);
    await dialog.getByLabel('Subscriber').fill(ANN);
    await expect(dialog.locator('.decisive')).toContainText(text);
  }
});

test('the events of all arrive live, are filtered, and open beside the list', async ({ page, root, api }) => {
  const record = (email: string, action: string) =>
    api('POST', '/v2/9999999/events', { events: [{ email, action, properties: { plan: 'pro' } }] });
  await open(page, `${root}/events`);
  const table = page.getByRole('table', { name: 'Events' });
  await expect(table).toContainText('subscriber.created');
  await record(ANN, 'Viewed pricing');
  await expect(table.locator('tbody .row-link').first()).toHaveText(/^Viewed pricing/);
  await record('bob@example.com', 'Viewed pricing');
  await expect(table).toContainText('bob@example.com');
  await page.getByLabel('Action', { exact: true }).selectOption('Viewed pricing');
  await expect(table.locator('tbody .row-link')).toHaveCount(2);
  await page.getByRole('combobox', { name: /^Search/ }).fill('bob@example.com');
  await expect(table.locator('tbody .row-link')).toHaveCount(1);
  await table.locator('tbody .row-link').first().click();
  const details = page.getByRole('region', { name: 'Details' });
  await expect(details).toContainText('a custom event');
  await page.reload();
  await expect(details.getByRole('link', { name: 'bob@example.com' })).toHaveAttribute(
    'href',
    /subscribers\/bob/,
  );
  await expect(table.locator('tbody .row-link')).toHaveCount(1);
  await details.getByRole('link', { name: 'all that happened' }).click();
  await expect(page.getByRole('main')).toContainText('Viewed pricing');
  await page.goBack();
  await details.getByRole('link', { name: 'request' }).click();
  await expect(page.getByRole('heading', { name: 'Requests' })).toBeVisible();
  await open(page, `${root}/events?source=seed&action=Viewed+pricing`);
  await expect(page.getByText('No events match')).toBeVisible();
});
