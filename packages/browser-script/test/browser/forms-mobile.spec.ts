// @thorough: a form in all its states
import { expect, firefoxPreferences, letters, test } from './shop.ts';

// One worker runs them all, since these preferences need a browser of their own.
test.describe.configure({ mode: 'default' });
test.use({
  // A coarse pointer only.
  launchOptions: firefoxPreferences({ 'ui.primaryPointerCapabilities': 1, 'ui.allPointerCapabilities': 1 }),
  hasTouch: true,
  isMobile: ({ browserName }, use) => use(browserName !== 'firefox'),
});

for (const [device, isShown, size] of [
  ['a phone', false, { width: 390, height: 844 }],
  ['a phone in landscape', false, { width: 844, height: 390 }],
  ['a tablet', true, { width: 820, height: 1180 }],
] as const) {
  test.describe(`on ${device}`, () => {
    test.use({ viewport: size, screen: size });

    // U-82
    test(`${device} ${isShown ? 'shows' : 'hides'} a form with hide_on_mobile`, async ({ shop }) => {
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
