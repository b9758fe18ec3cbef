// @thorough: a form in all its states
import { expect, letters, test } from './shop.ts';

test('the link to the policy opens a page, and does not check its box @chromium', async ({ shop, page }) => {
  await shop.show({ privacy_url: 'https://shop.test/privacy' });
  const opened = page.context().waitForEvent('page');
  await shop.host.getByRole('link', { name: 'Privacy policy' }).click();
  await (await opened).close();
  await expect(shop.host.getByRole('checkbox')).not.toBeChecked();
});

// Unspecified: U-253
test('on a phone, only several tabs are cut @chromium', async ({ shop, page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await shop.open({
    forms: [
      letters({ id: '1', orientation: 'bottom_left_tab' }),
      letters({ id: '2', orientation: 'side_right_tab', whitelist: ['/two'] }),
      letters({ id: '3' }),
    ],
  });
  const tabs = shop.tab.filter({ visible: true });
  for (const [path, cuts] of [
    ['/', [false]],
    ['/two', [true, true]],
    ['/', [false]],
  ] as const) {
    await page.evaluate((url) => history.pushState(null, '', url), path);
    await expect(tabs).toHaveCount(cuts.length);
    expect(await tabs.evaluateAll((all) => all.map((one) => one.scrollWidth > one.clientWidth))).toEqual(
      cuts,
    );
  }
});

test('a bar lies along its edge of the window, and leaves the page usable', async ({ shop, page }) => {
  const { panel, email, submit, close, tab } = shop;
  await shop.each(['top_bar', 'bottom_bar'], async (orientation) => {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 700 });
      const form = letters({ orientation, fields: [{ name: 'email' }], seconds_before_popup: 0 });
      await shop.open({ forms: [form], body: '<button id="mine">Mine</button>' });
      await expect(panel).toBeVisible();
      await expect(email).not.toBeFocused();
      await expect(tab).toHaveCount(0);
      await panel.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
      const [box, field, button] = await Promise.all(
        [panel, email, submit].map((part) => part.boundingBox()),
      );
      if (!box || !field || !button) throw new Error('The bar is not visible.');
      expect([box.x, box.width]).toEqual([0, width]);
      const [edge, at] = orientation === 'top_bar' ? [box.y, 0] : [box.y + box.height, 700];
      expect(edge).toBeCloseTo(at, 0);
      expect(Math.abs(field.y - button.y) <= 1).toBe(width === 1440);
      await close.click();
      await expect(panel).toBeHidden();
      // The focus returns to where it was.
      await page.locator('#mine').focus();
      await shop.push('showForm', { id: '77' });
      await expect(email).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page.locator('#mine')).toBeFocused();
    }
  });
});
