import type { Page } from '@playwright/test';
import { ACCOUNT, EVIL, NAMES } from './hostile-seed.ts';
import { expect, open, seedOf, test } from './inspected.ts';
import { closeHostileServer, hostileServer } from './routes.ts';

test.afterAll(closeHostileServer);

const DARK = '<style>@media (prefers-color-scheme: dark) { p { color: rgb(1, 2, 3) } }</style>';

/** An account that has data of a seed only. */
const SEEDED = seedOf({
  subscribers: Array.from({ length: 6 }, (_, i) => ({ email: `s${i}@example.com`, tags: ['vip'] })),
  broadcasts: ['<p>Light</p>', `${DARK}<p>Dark</p>`].map((html_body, index) => ({
    ...{ id: String(index + 1), name: `News ${index}`, subject: `News ${index}`, html_body },
  })),
});

test.use({ seed: SEEDED });

test('a seeded account says on its overview how to send the first request', async ({ page, root, api }) => {
  await open(page, root);
  await expect(page.getByRole('heading', { name: 'No request has arrived yet' })).toBeVisible();
  await expect(page.locator('.totals a', { hasText: 'Subscribers' })).toContainText('6');
  for (const chart of await page.locator('figure.chart').all()) {
    await expect(chart.locator('b').first()).toHaveText('0');
    await expect(chart.locator('.chart-top, .chart-grid, .chart-labels')).toHaveCount(0); // nothing to measure
  }
  await api('POST', `/v2/${ACCOUNT}/subscribers`, { subscribers: [{ email: 'ann@example.com' }] });
  await expect(page.getByRole('heading', { name: 'Now' })).toBeVisible();
  await expect(page.locator('figure.chart', { hasText: 'Requests' }).locator('.chart-top')).toBeVisible();
});

test('the totals of the overview fill their rows', async ({ page }) => {
  const { url } = await hostileServer(page);
  await open(page, `${url}/_inspector`);
  for (const width of [1440, 1000, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const [card, ...totals] = await page
      .locator('.totals, .totals li')
      .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().toJSON()));
    const lowest = Math.max(...totals.map(({ y }) => y));
    const right = Math.max(...totals.filter(({ y }) => y === lowest).map((total) => total.right));
    expect(card?.right - right, `${width}`).toBeLessThan(3);
  }
});

test('dark colors are offered for emails that have some', async ({ page, root, admin, server }) => {
  for (const id of [1, 2])
    await admin('POST', `/broadcasts/${id}/schedule`, { send_at: '2026-01-20T10:00:00Z' });
  await server.advance({ hours: 1 });
  const emails = await server.outbox();
  await page.emulateMedia({ colorScheme: null }); // an emulated one reaches frames, whatever their own is
  for (const hasDark of [false, true]) {
    const id = emails.find(({ html }) => html.includes('color-scheme') === hasDark)?.id;
    await open(page, `${root}/outbox/${id}`);
    const text = page.frameLocator('.preview iframe').locator('p').first();
    const color = () => text.evaluate((element) => getComputedStyle(element).color);
    const dark = page.locator('.split-detail').getByRole('button', { name: 'Dark' });
    await expect(text).toHaveText(hasDark ? 'Dark' : 'Light');
    if (hasDark) {
      expect(await color()).not.toBe('rgb(1, 2, 3)');
      await dark.click();
      await expect.poll(color).toBe('rgb(1, 2, 3)');
    } else await expect(dark).toHaveCount(0);
  }
});

test('the body is the largest field when a request is edited', async ({ page, root, api }) => {
  await api('POST', `/v2/${ACCOUNT}/subscribers`, { subscribers: [{ email: 'ann@example.com' }] });
  await open(page, `${root}/requests`);
  await page.locator('tbody .row-link').first().click();
  await page.getByRole('button', { name: 'Edit and send' }).click();
  await page.getByRole('dialog').getByLabel('Body').waitFor();
  const areas = await page.locator('dialog :is(input, select, textarea)').evaluateAll((fields) =>
    fields.map((field) => {
      const { width, height } = field.getBoundingClientRect();
      return [(field as HTMLInputElement).labels?.[0]?.textContent, width * height] as const; // all are fields
    }),
  );
  expect(areas.length).toBeGreaterThan(2);
  const [largest] = areas.toSorted(([, one], [, other]) => other - one);
  expect(largest?.[0]).toMatch(/^Body/);
});

/** The text that a button in the header copies. */
async function copied(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Copied' }).last()).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

test('records and traces are copied as links and as Markdown with names as text', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const server = await hostileServer(page);
  const { ids } = server;
  const records = [
    ...['/subscribers/sub-0', '/campaigns/113', '/workflows/333'],
    ...[`/requests/${ids.request}`, `/trace/${ids.request}`, `/outbox/${ids.email}`],
  ];
  for (const path of records) {
    const url = `${server.url}/_inspector${path}`;
    await open(page, url);
    expect(await copied(page, 'Copy link')).toBe(url);
    const markdown = await copied(page, 'Copy as Markdown');
    expect(markdown, path).toMatch(/^#{1,2} \S/);
    expect(markdown.endsWith(`<${url}>`), path).toBe(true);
    const [text = ''] = markdown.split('```'); // code follows
    expect(text, path).not.toMatch(/(?<!\\)<(?:img|script)/);
    if (path === '/campaigns/113') expect(markdown).toContain(`# ${NAMES[2]}`);
    if (path === '/workflows/333') expect(markdown).toContain(`# ${EVIL.replaceAll('<', '\\<')}`);
    if (path.startsWith('/trace')) expect(markdown).toMatch(/^ {2}- /m);
  }
});
