// @thorough: a form in all its states
import type { Locator, Page } from '@playwright/test';
import { violationsOn } from '../../../../scripts/setup/axe.ts';
import {
  ACCOUNT,
  expect,
  type FormSeed,
  inOtherEngines,
  letters,
  ORIENTATIONS,
  partsOf,
  push,
  smallTargetsOn,
  test,
} from './forms-shop.ts';

const PLACE = '<div data-drip-embedded-form="77"></div><p>More text.</p>';
const IMAGE = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';

/** An embedded form that asks only for an email address. */
const newsletter = (form: Partial<FormSeed> = {}): FormSeed => ({
  ...letters({ orientation: 'embedded', fields: [{ name: 'email' }], description: '', ...form }),
  eu_consent: undefined,
});

const backgroundOf = (panel: Locator) =>
  panel.evaluate((element) => getComputedStyle(element).backgroundColor);

async function submitAs(page: Page, address: string) {
  const { email, submit, host } = partsOf(page);
  await email.fill(address);
  await submit.click();
  await expect(host.getByText('Nearly there')).toBeVisible();
}

// Unspecified: U-321
for (const orientation of ORIENTATIONS) {
  test(
    `a dark ${orientation} is accessible in every state`,
    inOtherEngines(orientation === 'lightbox'),
    async ({ shop, page }) => {
      const form = letters({
        orientation,
        appearance: { color_scheme: 'dark', layout: 'inline', corner_radius: 20, spacing: 1.2 },
        confirmation_code: 'SPRING10',
      });
      await shop.open({ forms: [form], body: orientation === 'embedded' ? PLACE : '' });
      const isSound = async () => {
        expect(await violationsOn(page)).toEqual([]);
        expect(await smallTargetsOn(page)).toEqual([]);
      };
      await push(page, 'showForm', { id: '77' });
      const { email, submit, host, panel } = partsOf(page);
      await expect(email).toBeFocused();
      expect(await backgroundOf(panel)).toBe('rgb(31, 41, 55)');
      await isSound();
      await submit.click();
      await expect(host.locator('.trickle-error')).toHaveCount(1);
      await isSound();
      await submitAs(page, 'cy@example.com');
      await isSound();
    },
  );
}

// On a dark system, see forms-dark.spec.ts.
test('a form of both schemes is light on a light system', async ({ shop, page }) => {
  await shop.open({ forms: [newsletter({ appearance: { color_scheme: 'auto' } })], body: PLACE });
  const { panel } = partsOf(page);
  await expect(panel).toBeVisible();
  expect(await backgroundOf(panel)).toBe('rgb(255, 255, 255)');
});

for (const show_labels of [true, false]) {
  test(
    `an inline form has its button beside the input, ${show_labels ? 'with' : 'without'} labels`,
    inOtherEngines(show_labels),
    async ({ shop, page }) => {
      await page.setViewportSize({ width: 900, height: 600 });
      const form = newsletter({ show_labels, appearance: { layout: 'inline' } });
      await shop.open({ forms: [form], body: PLACE });
      const { email, submit, host } = partsOf(page);
      const boxes = async () => {
        const [input, button] = await Promise.all([email.boundingBox(), submit.boundingBox()]);
        if (!input || !button) throw new Error('The form is not visible.');
        return { input, button };
      };
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
    },
  );
}

test('the image, the radius, the font and the color of the button are those of the form', async ({
  shop,
  page,
}) => {
  await page.route('https://images.test/cup.svg', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: decodeURIComponent(IMAGE.split(',')[1] ?? '') }),
  );
  const appearance = {
    image_url: 'https://images.test/cup.svg',
    corner_radius: 0,
    font_family: "Georgia, 'Times New Roman', serif",
    button_text_color: '#ffd400',
  };
  await shop.open({ forms: [newsletter({ primary_color: '#102030', appearance })], body: PLACE });
  const { panel, submit, host } = partsOf(page);
  await expect(host.locator('img')).toHaveAttribute('src', appearance.image_url);
  const styleOf = (locator: typeof submit, name: 'borderRadius' | 'fontFamily' | 'color') =>
    locator.evaluate((element, member) => getComputedStyle(element)[member], name);
  expect(await styleOf(panel, 'borderRadius')).toBe('0px');
  expect(await styleOf(panel, 'fontFamily')).toMatch(/^Georgia, ["']Times New Roman["'], serif$/);
  expect(await styleOf(submit, 'color')).toBe('rgb(255, 212, 0)');
  expect(await violationsOn(page)).toEqual([]);
});

test('a wrong field has red focus', async ({ shop, page }) => {
  await shop.open({ forms: [newsletter()], body: PLACE });
  const { email, submit } = partsOf(page);
  await submit.click();
  await expect(email).toBeFocused();
  const outline = await email.evaluate((element) => {
    const { outlineColor, outlineStyle, borderTopColor } = getComputedStyle(element);
    return { outlineColor, outlineStyle, borderTopColor };
  });
  const red = 'rgb(176, 0, 32)';
  expect(outline).toEqual({ outlineColor: red, outlineStyle: 'solid', borderTopColor: red });
});

test('the confirmation fills its card, with a mark and a code that can be copied', async ({
  shop,
  page,
  context,
  browserName,
}) => {
  if (browserName === 'chromium') await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    const copied: string[] = [];
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => void copied.push(text), copied },
    });
  });
  await shop.open({ forms: [newsletter({ confirmation_code: 'SPRING10' })], body: PLACE });
  await submitAs(page, 'cy@example.com');
  const { host, panel } = partsOf(page);
  const note = host.locator('[role] > [role]');
  const [card, box] = await Promise.all([panel.boundingBox(), host.getByText('Nearly there').boundingBox()]);
  if (!card || !box) throw new Error('The confirmation is not visible.');
  expect(Math.abs(card.x + card.width / 2 - (box.x + box.width / 2))).toBeLessThanOrEqual(2);
  expect(await note.evaluate((element) => getComputedStyle(element, '::before').borderRightStyle)).toBe(
    'solid',
  );
  await host.getByRole('button', { name: 'Copy' }).click();
  await expect(host.getByRole('button', { name: 'Copied' })).toBeFocused();
  expect(await page.evaluate(() => Reflect.get(navigator.clipboard, 'copied'))).toEqual(['SPRING10']);
  expect(shop.errors).toEqual([]);
});

test('without a clipboard, a click selects the code', async ({ shop, page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await shop.open({ forms: [newsletter({ confirmation_code: 'SPRING10' })], body: PLACE });
  await submitAs(page, 'cy@example.com');
  const { host } = partsOf(page);
  await host.getByRole('button', { name: 'Copy' }).click();
  await expect(host.getByRole('button', { name: 'Copy' })).toBeVisible();
  expect(await host.locator('code').evaluate((element) => getComputedStyle(element).userSelect)).toBe('all');
  expect(shop.errors).toEqual([]);
});

// Unspecified: U-253
test('on a phone, tabs are at the lower edge, beside each other, and leave the field in use alone', async ({
  shop,
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 480 });
  const headline = 'A headline that is longer than half of a phone';
  const tab = (id: string, orientation: (typeof ORIENTATIONS)[number]) =>
    letters({ id, orientation, headline });
  const forms = [tab('1', 'bottom_left_tab'), tab('2', 'side_left_tab'), tab('3', 'side_right_tab')];
  await shop.open({ forms, body: '<label>Search <input id="search"></label>' });
  const tabs = page.locator('trickle-form').locator('button[aria-haspopup=dialog]');
  await expect(tabs).toHaveCount(3);
  const boxes = await tabs.evaluateAll((all) =>
    all.map((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return { left, right, top, bottom };
    }),
  );
  // One of the two at the left is above the other.
  expect(boxes.map(({ top, bottom }) => [top, bottom]).sort()).toEqual([
    [388, 432],
    [436, 480],
    [436, 480],
  ]);
  for (const [i, one] of boxes.entries()) {
    for (const other of boxes.slice(i + 1)) {
      const overlaps =
        one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
      expect(overlaps).toBe(false);
    }
  }
  await page.locator('#search').focus();
  for (const one of await tabs.all()) await expect(one).toBeHidden();
  await page.locator('#search').blur();
  for (const one of await tabs.all()) await expect(one).toBeVisible();
  await page.setViewportSize({ width: 900, height: 600 });
  await page.locator('#search').focus();
  for (const one of await tabs.all()) await expect(one).toBeVisible();
});

test('the page of a form for browsers without scripts has its look and its code', async ({ shop, page }) => {
  const appearance = { image_url: 'https://images.test/cup.svg', font_family: 'Georgia', corner_radius: 3 };
  await shop.open({ forms: [newsletter({ appearance, confirmation_code: 'SPRING10' })] });
  await page.route('https://images.test/cup.svg', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  const violations: string[] = [];
  page.on('console', (message) => message.type() === 'error' && violations.push(message.text()));
  await page.goto(`${shop.host}/forms/77?account_id=${ACCOUNT}`);
  await expect(page.locator('img')).toBeVisible();
  expect(await page.locator('body').evaluate((body) => getComputedStyle(body).fontFamily)).toBe('Georgia');
  await page.getByLabel('Email').fill('cy@example.com');
  await page.getByRole('button').click();
  await expect(page.getByText('SPRING10')).toBeVisible();
  expect(violations).toEqual([]);
  expect(await violationsOn(page)).toEqual([]);
});
