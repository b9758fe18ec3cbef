// Makes the pictures of the docs, in light and in dark colors: `npm run pictures`, or `npm run pictures -- overview forms`.
// Install the typeface Inter first (on Debian `fonts-inter`): without it, the pictures have DejaVu.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { type Demo, openDemo } from '../../dev/demo/world.ts';
import { chromiumOptions } from '../../setup/chromium-options.ts';
import { root } from '../../setup/repository.ts';
import { formsPicture } from './forms.ts';
import { comparisonPicture, planPicture } from './reports.ts';

const FOLDER = join(root, 'docs/pictures');
/** The end of the demo's history, so that every run shows the same things. */
const NOW = Date.parse('2026-11-22T14:30:00Z');

/** Opens what a picture shows. */
type Show = (page: Page, demo: Demo) => Promise<unknown>;

const inspector =
  (find: (demo: Demo) => string | Promise<string>, framed?: string): Show =>
  async (page, demo) => {
    await page.goto(`${demo.url}/_inspector${await find(demo)}`);
    await page.locator('main :is(h1, h2)').first().waitFor();
    await expect(page.locator('main .loading')).toHaveCount(0);
    if (framed !== undefined) await page.frameLocator('iframe').getByText(framed).first().waitFor();
  };

async function retriedDelivery({ server }: Demo): Promise<string | undefined> {
  const deliveries = await server.webhooks.deliveries({ state: 'pending' });
  return deliveries.find(({ attempts }) => attempts.length > 1)?.id;
}

const PICTURES: Readonly<Record<string, Show>> = {
  overview: async (page, demo) => {
    await page.setViewportSize({ width: 1200, height: 800 });
    await inspector(() => '/')(page, demo);
    // A test compares it with the product's, so that pictures of another sidebar do not stay.
    const titles = await page.locator('.sidebar-group a').allTextContents();
    writeFileSync(join(FOLDER, 'sidebar.json'), `${JSON.stringify(titles, null, 2)}\n`);
  },
  subscriber: inspector(() => '/subscribers/hugo.haddad.180@example.com'),
  request: inspector(async ({ server }) => {
    const found = await server.requests.find({ operation: 'subscribers.list', status: 422 });
    return `/requests/${found.at(-1)?.id}`;
  }),
  outbox: inspector(async ({ server }) => {
    const emails = await server.outbox();
    return `/outbox/${emails.findLast(({ subject }) => subject === 'How to brew a better cup')?.id}`;
  }, 'Read the guide'),
  form: inspector(() => '/forms/445', 'Send me lesson one'),
  workflow: inspector(() => '/workflows/222'),
  'webhook-delivery': inspector(async (demo) => `/webhook-deliveries/${await retriedDelivery(demo)}`),
  trace: inspector(async (demo) => `/trace/${await retriedDelivery(demo)}`),
  shop: async (page, { shop }) => {
    await page.goto(shop);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('button', { name: 'Allow' }).waitFor({ state: 'detached' }); // the next page has come
    await page.getByRole('link', { name: 'Morning Tide' }).first().click();
    await page.getByRole('button', { name: 'Add to the cart' }).click();
    await page.getByRole('button', { name: 'API calls' }).click();
  },
  forms: formsPicture,
  plan: planPicture,
  comparison: comparisonPicture,
};

async function take(browser: Browser, demo: Demo, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const viewport = { width: 1200, height: 720 };
    const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await PICTURES[name]?.(page, demo);
    await page.screenshot({ path: join(FOLDER, `${name}${colorScheme === 'dark' ? '-dark' : ''}.png`) });
    await context.close();
  }
}

const names = process.argv.slice(2);
const demo = await openDemo(NOW);
const browser = await chromium.launch(chromiumOptions);
for (const name of names.length > 0 ? names : Object.keys(PICTURES)) await take(browser, demo, name);
await browser.close();
await demo.close();
