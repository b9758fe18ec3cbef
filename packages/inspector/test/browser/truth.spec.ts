// @thorough: one page in all its states
import { test } from './clicks.ts';
import { expect, open } from './inspected.ts';

const TAGS = '/v2/9999999/tags';

test('a webhook whose receiver fails says so on every page', async ({ page, root, api, server }) => {
  await api('POST', TAGS, { tags: [{ email: 'ann@example.com', tag: 'vip' }] });
  await server.settle();
  await server.advance({ hours: 2 });
  await open(page, `${root}/webhooks`);
  const row = page.getByRole('table', { name: 'Webhooks' }).getByRole('row', { name: /hook/ });
  await expect(row.locator('.badge')).toHaveText('failing');
  await expect(row).toContainText('for 2 h');
  await open(page, `${root}/webhooks/666`);
  await expect(page.locator('h1 .badge')).toHaveText('failing');
  await open(page, root);
  await expect(page.locator('.row', { hasText: 'The webhook' }).locator('.badge')).toHaveText('failing');
});

test('people of a seed came when they say, on every page', async ({ page, root, admin }) => {
  await admin('POST', '/accounts/9999999/seed', {
    subscribers: ['zoe', 'yan'].map((id) => ({
      id,
      email: `${id}@example.com`,
      created_at: `2026-01-03T0${id.length}:00:00Z`,
    })),
  });
  await open(page, `${root}/subscribers/zoe`);
  await expect(page.locator('main')).toContainText('17 days ago');
  const times = page.locator('.timeline time');
  await expect(times.first()).toHaveAttribute('datetime', /^2026-01-03/);
  expect(new Set(await times.evaluateAll((all) => all.map((one) => one.getAttribute('datetime'))))).toEqual(
    new Set(['2026-01-03T03:00:00Z']),
  );
  // Relative times do not tell these apart.
  await expect(times.first()).toHaveText('Jan 3, 03:00:00');
});
