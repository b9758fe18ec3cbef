import { COLOR_RULES } from '../../../../scripts/setup/axe.ts';
import { isThorough } from '../../../../scripts/setup/thorough.ts';
import { EMPTY_ACCOUNT, EVIL } from './hostile-seed.ts';
import { breachesOn, expect, isReady, open, test, violationsOn, watch } from './inspected.ts';
import { closeHostileServer, hostileServer, PAGES, ROUTES } from './routes.ts';

const WIDTHS = isThorough ? [1280, 390] : [1280];
const LOOKS = isThorough ? (['light', 'dark'] as const) : (['light'] as const);

test.afterAll(closeHostileServer);

for (const [title, path] of ROUTES) {
  test(`${title} is accessible and unbroken by hostile data, in both looks and widths`, async ({ page }) => {
    const { inspected, ids } = await hostileServer();
    const { complaints } = await watch(page);
    await open(page, `${inspected.url}/_inspector${path(ids)}`);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `wider than ${width} px`).toBeLessThanOrEqual(0);
      for (const colorScheme of LOOKS) {
        await page.emulateMedia({ colorScheme });
        await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
        const rules = colorScheme === 'dark' ? COLOR_RULES : undefined;
        expect(await violationsOn(page, rules), `${width} px, ${colorScheme}`).toEqual([]);
      }
    }
    expect(await breachesOn(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
}

test('the pages of an empty account say what to do next', async ({ page }) => {
  const { inspected } = await hostileServer();
  const { complaints } = await watch(page);
  for (const path of PAGES) {
    await open(page, `${inspected.url}/_inspector${path}?account=${EMPTY_ACCOUNT}`);
    await expect(page.locator('main [role=alert]')).toHaveCount(0);
    expect(await violationsOn(page), path).toEqual([]);
  }
  expect(complaints).toEqual([]);
});

test('the mouse reaches every page by the sidebar', async ({ page }) => {
  const { inspected } = await hostileServer();
  const { complaints } = await watch(page);
  await open(page, `${inspected.url}/_inspector`);
  for (const path of PAGES) {
    await page
      .locator(`.sidebar a[href="/_inspector${path === '/' ? '' : path}"]`)
      .last()
      .click();
    await expect(page).toHaveURL(`${inspected.url}/_inspector${path === '/' ? '' : path}`);
    await isReady(page);
  }
  expect(complaints).toEqual([]);
});

test('the keyboard reaches every page by g and a letter', async ({ page }) => {
  const { inspected } = await hostileServer();
  await open(page, `${inspected.url}/_inspector`);
  await page.keyboard.press('?');
  const keys = await page
    .locator('dialog .key-list dt')
    .evaluateAll((names) =>
      names.map((name) => [...name.querySelectorAll('kbd')].map(({ textContent }) => textContent ?? '')),
    );
  await page.keyboard.press('Escape');
  const seen = new Set<string>();
  for (const [first, second] of keys.filter(([key]) => key === 'g')) {
    await page.keyboard.press(first ?? '');
    await page.keyboard.press(second ?? '');
    await isReady(page);
    seen.add(new URL(page.url()).pathname);
  }
  expect(seen).toEqual(new Set(PAGES.map((path) => `/_inspector${path === '/' ? '' : path}`)));
});

test('a request with hostile text shows the text', async ({ page }) => {
  const { inspected, ids } = await hostileServer();
  await open(page, `${inspected.url}/_inspector/requests/${ids.request}`);
  await expect(page.locator('.split-detail')).toContainText(JSON.stringify(EVIL));
});
