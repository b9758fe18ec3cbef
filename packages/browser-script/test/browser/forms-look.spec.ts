// @thorough: a form in all its states
import type { Locator } from '@playwright/test';
import { COLOR_RULES, violationsOn } from '../../../../scripts/setup/axe.ts';
import { ACCOUNT, expect, KINDS, letters, type Orientation, smallTargetsOn, test } from './shop.ts';

const IMAGE = 'https://images.test/cup.svg';
const IMAGE_ANSWER = { contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' };

/** An embedded form that asks only for an email address. */
const NEWSLETTER = {
  ...letters({ orientation: 'embedded', fields: [{ name: 'email' }], description: '' }),
  eu_consent: undefined,
};

const styleOf = (locator: Locator, name: 'backgroundColor' | 'borderRadius' | 'fontFamily' | 'color') =>
  locator.evaluate((element, member) => getComputedStyle(element)[member], name);

// Unspecified: U-321
test('a dark form is accessible in every state @chromium', async ({ shop, page }) => {
  const { email, submit, host, panel } = shop;
  const isSound = async () => {
    expect(await violationsOn(page, { rules: COLOR_RULES })).toEqual([]);
    expect(await smallTargetsOn(page)).toEqual([]);
  };
  await shop.each(KINDS, async (orientation) => {
    const appearance = { color_scheme: 'dark', layout: 'inline', corner_radius: 20, spacing: 1.2 } as const;
    await shop.show({ orientation, appearance, confirmation_code: 'SPRING10' });
    await expect(email).toBeFocused();
    expect(await styleOf(panel, 'backgroundColor')).toBe('rgb(31, 41, 55)');
    await isSound();
    await submit.click();
    await expect(host.locator('.trickle-error')).toHaveCount(1);
    await isSound();
    await shop.send();
    await isSound();
  });
});

// Unspecified: U-321
test('forms of both schemes are as dark as the system, others as they are @chromium', async ({
  shop,
  page,
}) => {
  const own = { background_color: '#fff3e0', dark_background_color: '#3b1f10' };
  const looks = [
    ['auto', {}, 'rgb(255, 255, 255)', 'rgb(31, 41, 55)'],
    ['light', {}, 'rgb(255, 255, 255)', 'rgb(255, 255, 255)'],
    ['dark', {}, 'rgb(31, 41, 55)', 'rgb(31, 41, 55)'],
    ['auto', own, 'rgb(255, 243, 224)', 'rgb(59, 31, 16)'],
    ['light', own, 'rgb(255, 243, 224)', 'rgb(255, 243, 224)'],
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
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const backgrounds = panels.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
    expect(await backgrounds).toEqual(
      looks.map(([, , light, dark]) => (colorScheme === 'dark' ? dark : light)),
    );
    expect(await violationsOn(page)).toEqual([]);
  }
});

test('an inline form has its button beside the input, with labels and without', async ({ shop, page }) => {
  const { email, submit, host } = shop;
  const boxes = async () => {
    const [input, button] = await Promise.all([email.boundingBox(), submit.boundingBox()]);
    if (!input || !button) throw new Error('The form is not visible.');
    return { input, button };
  };
  await shop.each([true, false], async (show_labels) => {
    await page.setViewportSize({ width: 900, height: 600 });
    await shop.show({ ...NEWSLETTER, show_labels, appearance: { layout: 'inline' } });
    await expect(email).toBeVisible();
    const row = await boxes();
    expect(Math.abs(row.input.y - row.button.y)).toBeLessThanOrEqual(1);
    expect(row.button.x).toBeGreaterThanOrEqual(row.input.x + row.input.width);
    // A message does not move the button.
    await submit.click();
    await expect(host.locator('.trickle-error')).toHaveCount(1);
    expect((await boxes()).button.y).toBeCloseTo(row.button.y, 0);
    // There is no room for both.
    await page.setViewportSize({ width: 320, height: 600 });
    const column = await boxes();
    expect(column.button.y).toBeGreaterThanOrEqual(column.input.y + column.input.height);
    expect(column.button.width).toBeCloseTo(column.input.width, -1);
  });
});

test('image, radius, font and the color of the button are those of the form @chromium', async ({
  shop,
  page,
}) => {
  await page.route(IMAGE, (route) => route.fulfill(IMAGE_ANSWER));
  const appearance = {
    image_url: IMAGE,
    corner_radius: 0,
    font_family: "Georgia, 'Times New Roman', serif",
    button_text_color: '#ffd400',
  };
  await shop.show({ ...NEWSLETTER, primary_color: '#102030', appearance });
  const { panel, submit, host } = shop;
  await expect(host.locator('img')).toHaveAttribute('src', IMAGE);
  expect(await styleOf(panel, 'borderRadius')).toBe('0px');
  expect(await styleOf(panel, 'fontFamily')).toMatch(/^Georgia, ["']Times New Roman["'], serif$/);
  expect(await styleOf(submit, 'color')).toBe('rgb(255, 212, 0)');
  expect(await violationsOn(page)).toEqual([]);
});

test('a wrong field has red focus @chromium', async ({ shop }) => {
  await shop.show(NEWSLETTER);
  await shop.submit.click();
  await expect(shop.email).toBeFocused();
  const outline = await shop.email.evaluate((element) => {
    const { outlineColor, outlineStyle, borderTopColor } = getComputedStyle(element);
    return { outlineColor, outlineStyle, borderTopColor };
  });
  const red = 'rgb(176, 0, 32)';
  expect(outline).toEqual({ outlineColor: red, outlineStyle: 'solid', borderTopColor: red });
});

test('the confirmation fills its card, with a mark and a code that can be copied @chromium', async ({
  shop,
  page,
  context,
  browserName,
}) => {
  if (browserName === 'chromium') await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const before = `window.copied = [];
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => void copied.push(text) } });`;
  await shop.show({ ...NEWSLETTER, confirmation_code: 'SPRING10' }, { before });
  await shop.send();
  const { host, panel, thanks } = shop;
  const note = host.locator('[role] > [role]');
  const [card, box] = await Promise.all([panel.boundingBox(), thanks.boundingBox()]);
  if (!card || !box) throw new Error('The confirmation is not visible.');
  expect(Math.abs(card.x + card.width / 2 - (box.x + box.width / 2))).toBeLessThanOrEqual(2);
  expect(await note.evaluate((element) => getComputedStyle(element, '::before').borderRightStyle)).toBe(
    'solid',
  );
  await host.getByRole('button', { name: 'Copy' }).click();
  await expect(host.getByRole('button', { name: 'Copied' })).toBeFocused();
  expect(await page.evaluate('copied')).toEqual(['SPRING10']);
});

test('without a clipboard, a click selects the code @chromium', async ({ shop }) => {
  const before = `Object.defineProperty(navigator, 'clipboard', { value: undefined });`;
  await shop.show({ ...NEWSLETTER, confirmation_code: 'SPRING10' }, { before });
  await shop.send();
  await shop.host.getByRole('button', { name: 'Copy' }).click();
  await expect(shop.host.getByRole('button', { name: 'Copy' })).toBeVisible();
  const code = shop.host.locator('code');
  expect(await code.evaluate((element) => getComputedStyle(element).userSelect)).toBe('all');
});

// Unspecified: U-253
test('on a phone, tabs are at the lower edge, and leave the field in use alone @chromium', async ({
  shop,
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 480 });
  const headline = 'A headline that is longer than half of a phone';
  const tab = (id: string, orientation: Orientation) => letters({ id, orientation, headline });
  const forms = [tab('1', 'bottom_left_tab'), tab('2', 'side_left_tab'), tab('3', 'side_right_tab')];
  await shop.open({ forms, body: '<label>Search <input id="search"></label>' });
  const visible = shop.tab.filter({ visible: true });
  await expect(visible).toHaveCount(3);
  const boxes = await visible.evaluateAll((all) =>
    all.map((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return [top, bottom];
    }),
  );
  // One of the two at the left is above the other.
  expect(boxes.sort()).toEqual([
    [388, 432],
    [436, 480],
    [436, 480],
  ]);
  await page.locator('#search').focus();
  await expect(visible).toHaveCount(0);
  await page.locator('#search').blur();
  await expect(visible).toHaveCount(3);
  await page.setViewportSize({ width: 900, height: 600 });
  await page.locator('#search').focus();
  await expect(visible).toHaveCount(3);
});

test('the page of a form for browsers without scripts has its look and its code @chromium', async ({
  shop,
  page,
}) => {
  const appearance = { image_url: IMAGE, font_family: 'Georgia', corner_radius: 3 };
  const privacy_url = 'https://shop.test/privacy';
  await shop.open({ forms: [{ ...NEWSLETTER, appearance, privacy_url, confirmation_code: 'SPRING10' }] });
  await page.route(IMAGE, (route) => route.fulfill(IMAGE_ANSWER));
  await page.goto(`${shop.url}/forms/77?account_id=${ACCOUNT}`);
  await expect(page.locator('img')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute('href', privacy_url);
  expect(await violationsOn(page)).toEqual([]);
  expect(await styleOf(page.locator('body'), 'fontFamily')).toBe('Georgia');
  await page.getByLabel('Email').fill('cy@example.com');
  await page.getByRole('button').click();
  await expect(page.getByText('SPRING10')).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
});

test('floating forms are not printed @chromium', async ({ shop, page }) => {
  await shop.open({ forms: [letters({ orientation: 'side_right_tab' })] });
  const { tab, panel } = shop;
  await expect(tab).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(tab).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await tab.click();
  await expect(panel).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(panel).toBeHidden();
});
