import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect } from '@playwright/test';
import { COLOR_RULES, violationsOn } from '../../setup/axe.ts';
import { fileOf, HOST, SITE, test } from './site.ts';

/** One page of each kind. */
const KINDS = [
  ['the home page', '/'],
  ['a quick start', '/start/backend'],
  ['a guide', '/guides/limits'],
  ['a page of methods', '/reference/methods/tags'],
  ['a generated page', '/reference/faults'],
  ['the comparison', '/compare'],
  ['troubleshooting', '/troubleshooting'],
] as const;

for (const [kind, path] of KINDS) {
  test(`${kind} has nothing that axe reports, in light and dark colours`, async ({ page, strangers }) => {
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

test('the search finds a word of a page without any other host', async ({ page, strangers }) => {
  await page.goto(`${HOST}/start/`);
  await page.getByRole('button', { name: /search/i }).click();
  await page.getByRole('searchbox').fill('idempotency');
  const hit = page.getByRole('option', { name: /idempotency/i }).first();
  await expect(hit).toBeVisible();
  await hit.click();
  await expect(page).toHaveURL(/guides\/retries/);
  expect(strangers).toEqual([]);
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
