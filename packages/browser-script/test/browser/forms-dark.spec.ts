// @thorough: a form in all its states
import { violationsOn } from '../../../../scripts/setup/axe.ts';
import { testBackgrounds } from './forms-background.ts';
import { expect, letters, test } from './forms-shop.ts';
import { firefoxPreferences } from './shop.ts';

test.use({
  launchOptions: firefoxPreferences({ 'layout.css.prefers-color-scheme.content-override': 0 }),
  contextOptions: { colorScheme: 'dark' },
});

testBackgrounds('dark', 'rgb(59, 31, 16)');

// Unspecified: U-321
test('on a dark system, forms of both schemes are dark, and others keep their own', async ({
  shop,
  page,
}) => {
  const backgrounds = { auto: 'rgb(31, 41, 55)', light: 'rgb(255, 255, 255)', dark: 'rgb(31, 41, 55)' };
  const schemes = ['auto', 'light', 'dark'] as const;
  const forms = schemes.map((color_scheme) =>
    letters({
      id: color_scheme,
      headline: color_scheme,
      orientation: 'embedded',
      appearance: { color_scheme },
    }),
  );
  const places = schemes.map((id) => `<div data-drip-embedded-form="${id}"></div>`);
  await shop.open({ forms, body: places.join('') });
  for (const scheme of schemes) {
    const panel = page.locator(`[data-drip-embedded-form=${scheme}] [role=group]`);
    await expect(panel).toBeVisible();
    expect(await panel.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
      backgrounds[scheme],
    );
  }
  expect(await violationsOn(page)).toEqual([]);
});
