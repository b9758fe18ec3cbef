import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect } from '@playwright/test';
import { COLOR_RULES, violationsOn } from '../../setup/axe.ts';
import { fileOf, HOST, SITE, test } from './site.ts';

/** One page of each kind. */
const KINDS = [
  ['the home page', '/'],
  ['a quick start with languages', '/start/backend'],
  ['a guide with a drawing', '/guides/retries'],
  ['the inspector', '/guides/inspector'],
  ['a page of methods', '/reference/methods/tags'],
  ['a generated page', '/reference/faults'],
  ['the comparison', '/compare'],
  ['troubleshooting', '/troubleshooting'],
  ['a page for contributors', '/contributing/'],
] as const;

for (const [kind, path] of KINDS) {
  test(`${kind} passes axe in light and dark colors`, async ({ page, strangers }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(`${HOST}${path}`);
    await expect(page.locator('html')).not.toHaveClass(/dark/);
    expect(await violationsOn(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveClass(/dark/);
    expect(await violationsOn(page, { rules: COLOR_RULES })).toEqual([]);
    expect(strangers).toEqual([]);
  });
}

/** Common searches, by the page that must be among the first two hits. */
const SEARCHES: Readonly<Record<string, readonly string[]>> = {
  '/guides/webhooks': ['verify signature', 'webhook local'],
  '/guides/limits': ['429', 'rate limit'],
  '/guides/consent': ['unsubscribe', 'double opt-in'],
  '/guides/paging': ['pagination'],
  '/guides/retries': ['retry', 'idempotency'],
  '/guides/testing': ['test mode', 'mock', 'msw', 'clock'],
  '/guides/bulk': ['csv import'],
  '/guides/authentication': ['api key'],
  '/guides/ci': ['docker'],
  '/guides/pytest': ['python'],
  '/troubleshooting': ['email not sent'],
  '/guides/inspector': ['inspector'],
};

test('the search finds guides first, without requests to other hosts', async ({ page, strangers }) => {
  await page.goto(`${HOST}/start/`);
  await page.getByRole('button', { name: /search/i }).click();
  const hits = page.getByRole('option').getByRole('link');
  const searches = Object.entries(SEARCHES).flatMap(([path, all]) => all.map((words) => ({ path, words })));
  for (const { path, words } of searches) {
    await page.getByRole('searchbox').fill(words);
    const places = () =>
      hits.evaluateAll((links) => links.slice(0, 2).map((link) => link.getAttribute('href')));
    await expect(async () => expect((await places()).join(' '), words).toContain(`${path}#`)).toPass();
  }
  await hits.first().click();
  await expect(page).toHaveURL(/guides\/inspector/);
  expect(strangers).toEqual([]);
});

test('the search and the sidebar leave out the pages for contributors', async ({ page }) => {
  await page.goto(`${HOST}/start/`);
  await expect(page.locator('.VPSidebar').getByRole('link', { name: 'Authentication' })).toHaveCount(1);
  await expect(page.locator('.VPSidebar, .VPNav').locator('a[href*="/contributing/"]')).toHaveCount(0);
  await page.getByRole('button', { name: /search/i }).click();
  await page.getByRole('searchbox').fill('changes');
  const hits = page.getByRole('option').getByRole('link');
  await expect(hits.first()).toBeVisible();
  const places = await hits.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(places.filter((place) => /^\/(?:contributing|changes)\//.test(place))).toEqual([]);
});

test('a chosen language stays chosen on other pages', async ({ page }) => {
  await page.goto(`${HOST}/guides/authentication`);
  await expect(page.getByRole('tabpanel')).toContainText('createClient');
  await page.getByRole('tab', { name: 'TypeScript' }).press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'curl' })).toBeFocused();
  await expect(page.getByRole('tabpanel')).toContainText('curl -u');
  await page.goto(`${HOST}/guides/paging`);
  await expect(page.getByRole('tabpanel')).toContainText('curl -u');
  await expect(page.getByRole('tab', { name: 'curl', selected: true })).toBeVisible();
});

test('a page can be copied as Markdown, even offline', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const loaded = page.waitForResponse(`${HOST}/guides/limits.md`);
  await page.goto(`${HOST}/guides/limits`);
  await (await loaded).finished();
  await page.route('**/*', (route) => route.abort());
  await page.getByRole('button', { name: 'Copy page' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(readFileSync(fileOf('/guides/limits.md') ?? '', 'utf8'));
  await expect(page.getByRole('link', { name: 'Markdown' })).toHaveAttribute('href', '/guides/limits.md');
  await expect(page.getByRole('link', { name: /llms\.txt/ })).toHaveAttribute('href', '/llms.txt');
});

test('a picture follows the colors of the page, and fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${HOST}/`);
  const shown = page.locator('main img:visible').first();
  await expect(shown).toHaveAttribute('src', /overview\.\w+\.png/);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(shown).toHaveAttribute('src', /overview-dark/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('every link of every page leads to a page and a heading that are there', () => {
  const pages = globSync('**/*.html', { cwd: SITE });
  expect(pages.length).toBeGreaterThan(70);
  const htmls = new Map(pages.map((page) => [join(SITE, page), readFileSync(join(SITE, page), 'utf8')]));
  const ids = (html: string) => new Set(Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id = '']) => id));
  const dead = pages.flatMap((page) => {
    const html = htmls.get(join(SITE, page)) ?? '';
    const links = Array.from(html.matchAll(/<a [^>]*href="([^"]+)"/g), ([, href = '']) =>
      href.replaceAll('&amp;', '&'),
    );
    return links
      .filter((href) => !/^(?:https?:|mailto:)/.test(href))
      .filter((href) => {
        const url = new URL(href, `${HOST}/${page}`);
        const file = fileOf(decodeURIComponent(url.pathname));
        if (file === undefined) return true;
        const anchor = decodeURIComponent(url.hash.slice(1));
        return anchor !== '' && !ids(htmls.get(file) ?? '').has(anchor);
      })
      .map((href) => `${page}: ${href}`);
  });
  expect(dead).toEqual([]);
});

test('assistants find the same pages as Markdown', () => {
  const index = readFileSync(join(SITE, 'llms.txt'), 'utf8');
  const files = Array.from(index.matchAll(/\]\((\/[^)]+)\)/g), ([, path = '']) => path);
  expect(files.length).toBeGreaterThan(70);
  expect(files.filter((path) => fileOf(path) === undefined)).toEqual([]);
  expect(relative(SITE, dirname(fileOf('/openapi.json') ?? ''))).toBe('');
});
