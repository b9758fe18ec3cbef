// @thorough: a form in all its states
import { violationsOn } from '../../../../scripts/setup/axe.ts';
import { expect, firefoxPreferences, letters, test } from './shop.ts';

test.use({
  launchOptions: firefoxPreferences({ 'layout.css.prefers-color-scheme.content-override': 0 }),
  contextOptions: { colorScheme: 'dark' },
});

// Unspecified: U-321
test('on a dark system, forms of both schemes are dark, others as they are', async ({ shop, page }) => {
  const own = { background_color: '#fff3e0', dark_background_color: '#3b1f10' };
  const looks = [
    ['auto', {}, 'rgb(31, 41, 55)'],
    ['light', {}, 'rgb(255, 255, 255)'],
    ['dark', {}, 'rgb(31, 41, 55)'],
    ['auto', own, 'rgb(59, 31, 16)'],
    ['light', own, 'rgb(255, 243, 224)'],
  ] as const;
  const forms = looks.map(([color_scheme, colors], index) =>
    letters({
      ...{ id: `${index}`, headline: `Letters ${index}`, orientation: 'embedded' },
      appearance: { color_scheme, ...colors },
    }),
  );
  const places = looks.map((_, index) => `<div data-drip-embedded-form="${index}"></div>`);
  await shop.open({ forms, body: places.join('') });
  const panels = page.locator('[data-drip-embedded-form] [role=group]');
  await expect(panels).toHaveCount(looks.length);
  const backgrounds = panels.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  expect(await backgrounds).toEqual(looks.map(([, , background]) => background));
  expect(await violationsOn(page)).toEqual([]);
});
