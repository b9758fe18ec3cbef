import type { Page } from '@playwright/test';
import { COLOR_RULES } from '../../../../scripts/setup/axe.ts';
import { isThorough } from '../../../../scripts/setup/thorough.ts';
import { EMPTY_ACCOUNT, EVIL } from './hostile-seed.ts';
import { breachesOn, expect, follow, isReady, open, test, violationsOn, watch } from './inspected.ts';
import { closeHostileServer, hostileServer, PAGES, ROUTES } from './routes.ts';

const LOOKS = isThorough ? (['light', 'dark'] as const) : (['light'] as const);

/** A desktop and a phone. The findings of rules on a page seldom depend on the width, and those about colors never. */
const WIDTHS = [
  { width: 1280, looks: LOOKS, isPhone: false },
  { width: 390, looks: isThorough ? (['light'] as const) : [], isPhone: true },
];

test.afterAll(closeHostileServer);

/** Fingers need this many pixels. */
const SIZE = 44;

/** The targets on a page that are too small for a finger. Links within a sentence are as high as its lines. */
function smallTargets(size: number): string[] {
  const isInSentence = (element: Element) =>
    element.matches('a') &&
    getComputedStyle(element).display === 'inline' &&
    element.parentElement?.textContent?.trim() !== element.textContent?.trim();
  /** The targets of a touch: a whole row, or the label of a box. */
  const areaOf = (element: Element) =>
    (element.closest(element.matches('.row-link') ? 'tr' : 'label') ?? element).getBoundingClientRect();
  return [...document.querySelectorAll('a[href], button, select, summary, input, textarea')]
    .filter((element) => element.checkVisibility() && !element.matches('.hidden-visually, .skip'))
    .filter((element) => !isInSentence(element))
    .filter((element) => {
      const { width, height } = areaOf(element);
      return width > 0 && (Math.round(width) < size || Math.round(height) < size);
    })
    .map((element) => {
      const { width, height } = areaOf(element);
      return `${Math.round(width)} × ${Math.round(height)}: ${element.outerHTML.slice(0, 120)}`;
    });
}

/** The words that forced colors hide: browsers paint the page's background behind them. */
function unreadableInForcedColors(): string[] {
  const { backgroundColor: ground } = getComputedStyle(document.documentElement);
  const hasWords = ({ childNodes }: Element) =>
    [...childNodes].some(({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim());
  return [...document.body.querySelectorAll('*')]
    .filter((element) => element.checkVisibility() && hasWords(element))
    .filter((element) => {
      const { color, forcedColorAdjust } = getComputedStyle(element) as CSSStyleDeclaration & ForcedColors;
      return color === ground && forcedColorAdjust === 'auto';
    })
    .map((element) => element.outerHTML.slice(0, 120));
}

interface ForcedColors {
  readonly forcedColorAdjust: string;
}

/** The marks that are missing in forced colors: badges, marks and lines that only a color of their own showed. */
function unseenInForcedColors(): string[] {
  const isPaint = (color: string) => !/^(?:none|transparent|rgba\(.*, 0\))$/.test(color);
  const { backgroundColor: ground } = getComputedStyle(document.documentElement);
  const hasBorder = ({ outlineStyle, outlineColor, borderTopStyle, borderTopWidth }: CSSStyleDeclaration) =>
    (outlineStyle !== 'none' && isPaint(outlineColor)) ||
    (borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) > 0);
  const isSeen = (element: Element) => {
    const style = getComputedStyle(element);
    const paints =
      element instanceof SVGElement
        ? [style.fill, style.stroke]
        : [style.backgroundColor, style.borderTopColor];
    return (
      (!(element instanceof SVGElement) && hasBorder(style)) ||
      paints.some((color) => isPaint(color) && color !== ground)
    );
  };
  const marks = '.badge, .note, .timeline-mark, .trace-dot, .chart-dot, svg :is(rect, line, path, circle)';
  return [...document.querySelectorAll(marks)]
    .filter((mark) => mark.checkVisibility() && !mark.matches('.chart-hit, .meter-track, .button.primary *'))
    .filter((mark) => !isSeen(mark))
    .map((mark) => mark.outerHTML.slice(0, 120));
}

/** The links to the proxy that lead out of its path. */
const outsideOf = (page: Page, url: string): Promise<string[]> =>
  page.locator('a[href]').evaluateAll(
    (links, root) =>
      links
        .map((link) => (link as HTMLAnchorElement).href) // as the selector says
        .filter((href) => URL.parse(href)?.host === new URL(root).host && !href.startsWith(`${root}/`)),
    url,
  );

/** The routes in parts, each of which a test walks in one tab. */
const PARTS = [0, 1, 2, 3].map((part) => ROUTES.filter((_, index) => index % 4 === part));

for (const [part, routes] of PARTS.entries())
  test(`pages below a path are sound with hostile data, looks, widths and forced colors (${part + 1})`, async ({
    page,
  }) => {
    const { proxy, url, ids } = await hostileServer(page);
    const { complaints } = await watch(page);
    await open(page, `${url}/_inspector`);
    const walk = async (path: string) => {
      await page.emulateMedia({ colorScheme: 'light', forcedColors: null });
      await follow(page, `${url}/_inspector${path}`);
      await expect(page.locator('main [role=alert]')).toHaveCount(0);
      expect(await outsideOf(page, url)).toEqual([]);
      for (const { width, looks, isPhone } of WIDTHS) {
        await page.setViewportSize({ width, height: 844 });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, `wider than ${width} px`).toBeLessThanOrEqual(0);
        if (isPhone) expect(await page.evaluate(smallTargets, SIZE), 'too small for fingers').toEqual([]);
        for (const colorScheme of looks) {
          await page.emulateMedia({ colorScheme });
          await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
          const rules = colorScheme === 'dark' ? COLOR_RULES : undefined;
          expect(await violationsOn(page, rules), `${width} px, ${colorScheme}`).toEqual([]);
        }
      }
      await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
      expect(await page.evaluate(unseenInForcedColors), 'forced colors').toEqual([]);
      expect(await page.evaluate(unreadableInForcedColors), 'words in forced colors').toEqual([]);
      expect(await breachesOn(page)).toEqual([]);
      expect(complaints).toEqual([]);
      expect(proxy.strays).toEqual([]);
    };
    for (const [title, path] of routes) await test.step(title, () => walk(path(ids)));
  });

test('the sidebar and the keyboard reach every page of an empty account below a path', async ({ page }) => {
  const { proxy, url } = await hostileServer(page);
  const { complaints } = await watch(page);
  const root = new URL(`${url}/_inspector`);
  const pathOf = (path: string) => root.pathname + (path === '/' ? '' : path);
  await open(page, `${root}?account=${EMPTY_ACCOUNT}`);
  for (const path of PAGES) {
    const target = `${pathOf(path)}?account=${EMPTY_ACCOUNT}`;
    await page.locator(`.sidebar a[href="${target}"]`).last().click();
    await expect(page).toHaveURL(root.origin + target);
    await isReady(page);
    await expect(page.locator('main [role=alert]')).toHaveCount(0);
    expect(await outsideOf(page, url), path).toEqual([]);
    expect(await violationsOn(page), path).toEqual([]);
  }
  await expect(page.locator('.live-dot')).toHaveAttribute('title', 'Changes arrive live');
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
  expect(seen).toEqual(new Set(PAGES.map(pathOf)));
  expect(complaints).toEqual([]);
  expect(proxy.strays).toEqual([]);
});

test('a request with hostile text shows the text', async ({ page }) => {
  const { url, ids } = await hostileServer(page);
  await open(page, `${url}/_inspector/requests/${ids.request}`);
  await expect(page.locator('.split-detail')).toContainText(JSON.stringify(EVIL));
});
