// @thorough: a form in all its states
import type { Locator } from '@playwright/test';
import { violationsOn } from '../../../../scripts/setup/axe.ts';
import { expect, letters, type Orientation, test } from './shop.ts';

test.describe('with preferences of the visitor', { tag: '@preferences' }, () => {
  test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

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
    await shop.each(['bottom_left_tab', 'lightbox', 'side_right_tab'], open);
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
});

for (const [device, isShown, size] of [
  ['a phone', false, { width: 390, height: 844 }],
  ['a phone in landscape @chromium', false, { width: 844, height: 390 }],
  ['a tablet @chromium', true, { width: 820, height: 1180 }],
] as const) {
  test.describe(`on ${device}`, { tag: '@preferences' }, () => {
    test.use({
      ...{ viewport: size, screen: size, hasTouch: true },
      isMobile: ({ browserName }, use) => use(browserName !== 'firefox'),
    });

    // U-82
    test(`a form with hide_on_mobile is ${isShown ? 'shown' : 'hidden'} on ${device}`, async ({ shop }) => {
      const form = letters({ orientation: 'bottom_right_tab' });
      await shop.load({
        forms: [{ ...form, hide_on_mobile: true }, letters({ id: '78', orientation: 'embedded' })],
      });
      const { tab, panel, email } = shop;
      await expect(tab).toBeVisible({ visible: isShown });
      await shop.push('showForm', { id: '77' });
      await expect(email).toBeFocused();
      const box = await panel.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(size.width);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(size.height);
    });
  });
}
