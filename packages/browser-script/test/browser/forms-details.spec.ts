// @thorough: a form in all its states
import { violationsOn } from '../../../../scripts/setup/axe.ts';
import { testBackgrounds } from './forms-background.ts';
import { ACCOUNT, expect, inOtherEngines, letters, ORIENTATIONS, partsOf, push, test } from './forms-shop.ts';

const PLACE = '<div data-drip-embedded-form="77"></div>';
const IMAGE = 'https://images.test/cup.svg';
const LONG = 'A letter with new beans, recipes, and ten percent off the first order. '.repeat(8);

for (const orientation of ORIENTATIONS) {
  test(
    `a long ${orientation} opens with its head in view`,
    inOtherEngines(orientation === 'lightbox'),
    async ({ shop, page }) => {
      await page.setViewportSize({ width: 390, height: 500 });
      await page.route(IMAGE, (route) =>
        route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
      );
      const form = letters({ orientation, description: LONG, appearance: { image_url: IMAGE } });
      await shop.open({
        forms: [form],
        body: `<div style="height: 900px"></div>${orientation === 'embedded' ? PLACE : ''}`,
      });
      await push(page, 'showForm', { id: '77' });
      const { email, panel } = partsOf(page);
      await expect(email).toBeFocused();
      expect(await panel.evaluate((element) => element.scrollTop)).toBe(0);
      // In the flow of the page, the page scrolls to the field.
      const head = panel.getByRole('heading', { name: 'Letters' });
      await expect(orientation === 'embedded' ? email : head).toBeInViewport();
    },
  );
}

testBackgrounds('light', 'rgb(255, 243, 224)');

test('the page of a form for browsers without scripts links the policy', async ({ shop, page }) => {
  await shop.open({ forms: [letters({ privacy_url: 'https://shop.test/privacy' })] });
  await page.goto(`${shop.host}/forms/77?account_id=${ACCOUNT}`);
  await expect(page.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute(
    'href',
    'https://shop.test/privacy',
  );
  expect(await violationsOn(page)).toEqual([]);
});

// Unspecified: U-253
test('on a phone, only several tabs are cut', async ({ shop, page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  const tab = (id: string, orientation: (typeof ORIENTATIONS)[number]) =>
    letters({
      id,
      orientation,
      seconds_before_popup: 10_000,
    });
  const forms = [
    tab('1', 'bottom_left_tab'),
    { ...tab('2', 'side_right_tab'), whitelist: ['/two'] },
    tab('3', 'lightbox'),
  ];
  await shop.open({ forms });
  const tabs = page.locator('trickle-form').locator('button[aria-haspopup=dialog]:not([hidden])');
  const isCut = (index: number) =>
    tabs.nth(index).evaluate((element) => element.scrollWidth > element.clientWidth);
  await expect(tabs).toHaveCount(1);
  expect(await isCut(0)).toBe(false);
  await page.evaluate(() => history.pushState(null, '', '/two'));
  await expect(tabs).toHaveCount(2);
  expect([await isCut(0), await isCut(1)]).toEqual([true, true]);
  await page.evaluate(() => history.pushState(null, '', '/'));
  await expect(tabs).toHaveCount(1);
  expect(await isCut(0)).toBe(false);
});

for (const [orientation, edge] of [
  ['top_bar', 'top'],
  ['bottom_bar', 'bottom'],
] as const)
  for (const width of [1440, 390])
    test(
      `a ${orientation} lies along the ${edge} edge of a window of ${width} pixels`,
      inOtherEngines(orientation === 'top_bar' && width === 390),
      async ({ shop, page }) => {
        await page.setViewportSize({ width, height: 700 });
        const form = letters({ orientation, fields: [{ name: 'email' }], seconds_before_popup: 0 });
        await shop.open({ forms: [form], body: '<button id="mine">Mine</button>' });
        const { panel, email, submit, close, tab } = partsOf(page);
        await expect(panel).toBeVisible();
        // It leaves the page usable, and has no tab.
        await expect(email).not.toBeFocused();
        await expect(tab).toHaveCount(0);
        await panel.evaluate((element) =>
          Promise.all(element.getAnimations().map(({ finished }) => finished)),
        );
        const [box, field, button] = await Promise.all(
          [panel, email, submit].map((part) => part.boundingBox()),
        );
        if (!box || !field || !button) throw new Error('The bar is not visible.');
        expect([box.x, box.width]).toEqual([0, width]);
        expect(edge === 'top' ? box.y : box.y + box.height).toBeCloseTo(edge === 'top' ? 0 : 700, 0);
        expect(Math.abs(field.y - button.y) <= 1).toBe(width === 1440);
        await close.click();
        await expect(panel).toBeHidden();
        // The focus returns to where it was.
        await page.locator('#mine').focus();
        await push(page, 'showForm', { id: '77' });
        await expect(email).toBeFocused();
        await page.keyboard.press('Escape');
        await expect(page.locator('#mine')).toBeFocused();
      },
    );
