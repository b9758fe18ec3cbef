// @thorough: a form in all its states
import type { Locator } from '@playwright/test';
import { violationsOn } from '../../../../scripts/setup/axe.ts';
import { expect, firefoxPreferences, letters, type Orientation, test } from './shop.ts';

// One worker runs them all, since these preferences need a browser of their own.
test.describe.configure({ mode: 'default' });
test.use({
  // Always the visitor's colors.
  launchOptions: firefoxPreferences({
    'ui.prefersReducedMotion': 1,
    'browser.display.document_color_use': 2,
  }),
  contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' },
});

test('with forced colors every edge of a form is visible', async ({ shop, page }) => {
  const { tab, panel, submit, email, close } = shop;
  const edge = (locator: Locator) =>
    locator.evaluate((element) => {
      const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element);
      return borderTopWidth !== '0px' && borderTopColor !== backgroundColor;
    });
  const open = async (orientation: Orientation) => {
    await shop.open({ forms: [letters({ orientation })] });
    expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true);
    if (orientation !== 'lightbox') {
      await expect(tab).toBeVisible();
      expect(await edge(tab)).toBe(true);
    }
    await shop.push('showForm', { id: '77' });
    await expect(email).toBeFocused();
    for (const part of [panel, submit, email]) expect(await edge(part)).toBe(true);
    await expect(close).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
  };
  await shop.each(['bottom_left_tab', 'lightbox', 'side_right_tab'], open, 2);
});

test('with reduced motion nothing moves', async ({ shop, page }) => {
  await shop.open({ forms: [letters()] });
  expect(await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)).toBe(true);
  await shop.push('showForm', { id: '77' });
  const { panel } = shop;
  await expect(panel).toBeVisible();
  expect(await panel.evaluate((element) => getComputedStyle(element).animationName)).toBe('none');
  expect(await panel.evaluate((element) => element.getAnimations().length)).toBe(0);
});
