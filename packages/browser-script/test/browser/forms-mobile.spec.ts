import { expect, letters, partsOf, push, test } from './forms-shop.ts';
import { firefoxPreferences } from './shop.ts';

test.use({
  // A pointer like a finger, and no other.
  launchOptions: firefoxPreferences({ 'ui.primaryPointerCapabilities': 1, 'ui.allPointerCapabilities': 1 }),
  hasTouch: true,
  isMobile: ({ browserName }, use) => use(browserName !== 'firefox'),
});

for (const [device, isShown, size] of [
  ['a telephone', false, { width: 390, height: 844 }],
  ['a telephone on its side', false, { width: 844, height: 390 }],
  ['a tablet', true, { width: 820, height: 1180 }],
] as const) {
  test.describe(`on ${device}`, () => {
    test.use({ viewport: size, screen: size });

    // U-82
    test(`a form that is hidden on mobiles is ${isShown ? 'shown' : 'not shown, unless it is asked for'}`, async ({
      shop,
      page,
    }) => {
      const form = letters({ orientation: 'bottom_right_tab' });
      await shop.open({ forms: [{ ...form, hide_on_mobile: true }, letters({ id: '78', headline: 'All' })] });
      await push(page, 'hideForm', { id: 'none' }); // an answer tells that the forms have come
      await expect.poll(() => shop.warnings.join()).toContain('unknown form');
      const { tab, panel, email } = partsOf(page);
      await expect(tab).toBeVisible({ visible: isShown });
      await push(page, 'showForm', { id: '77' });
      await expect(email).toBeFocused();
      const box = await panel.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(size.width);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(size.height);
    });
  });
}
