// @thorough: a form in all its states
import type { Locator, Page } from '@playwright/test';
import { violationsOn } from '../../../../scripts/setup/axe.ts';
import { expect, inOtherEngines, letters, ORIENTATIONS, partsOf, push, refill, test } from './forms-shop.ts';

const HOSTILE = `<style>
  body, body * { letter-spacing: 9px !important; text-transform: uppercase !important; color: lime !important;
    background: red !important; font-size: 40px !important; margin: 30px !important; display: block !important;
    position: static !important; border: 9px dashed blue !important;
    min-height: 0 !important; width: 50px !important; opacity: .5 !important; direction: ltr; }
  body * { transform: rotate(10deg) !important; } form, label, input, button, p, h2, section, dialog { display: none !important; }
</style>`;

/** Describes the visible parts of a form: position, colors and type. */
const looksOf = (page: Page) =>
  page.locator('trickle-form').evaluate(async (host) => {
    // Firefox moves the form as it opens: Playwright cannot tell it to reduce motion.
    await Promise.all(host.shadowRoot?.getAnimations().map(({ finished }) => finished) ?? []);
    return [...(host.shadowRoot?.querySelectorAll('.p, .p *:not([type=hidden], option)') ?? [])].map(
      (element) => {
        const style = getComputedStyle(element);
        const { x, y, width, height } = element.getBoundingClientRect();
        const names = [
          'color',
          'backgroundColor',
          'fontSize',
          'letterSpacing',
          'textTransform',
          'display',
        ] as const;
        return [element.tagName, x, y, width, height, ...names.map((name) => style[name])].join(' ');
      },
    );
  });

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const orientation of ['bottom_left_tab', 'side_left_tab', 'lightbox'] as const) {
  test(
    `the styles of a hostile page and of a ${orientation} do not affect each other`,
    inOtherEngines(orientation === 'lightbox'),
    async ({ shop, page }) => {
      const forms = [letters({ orientation })];
      await shop.open({ forms });
      await push(page, 'showForm', { id: '77' });
      await expect(partsOf(page).email).toBeFocused();
      const expected = await looksOf(page);

      await shop.open({ forms, head: HOSTILE });
      const text = await page
        .locator('#text')
        .evaluate((element) => JSON.stringify({ ...getComputedStyle(element) }));
      await push(page, 'showForm', { id: '77' });
      await expect(partsOf(page).email).toBeFocused();
      expect(await looksOf(page)).toEqual(expected);
      const after = await page
        .locator('#text')
        .evaluate((element) => JSON.stringify({ ...getComputedStyle(element) }));
      expect(after).toBe(text);
    },
  );
}

test('texts of an account are never markup', async ({ shop, page }) => {
  const evil = '<img src=x onerror="window.hacked = true"><script>window.hacked = true</script>';
  await shop.open({
    forms: [
      letters({
        orientation: 'lightbox',
        headline: evil,
        description: evil,
        button_text: evil,
        confirmation_heading: evil,
        confirmation_text: evil,
        eu_consent: evil,
        primary_color: 'url(https://x.example)',
        fields: [
          { name: 'email', label: evil },
          { name: evil, type: 'textarea', value: evil },
        ],
        texts: { close: evil, sending: evil, email_error: evil },
      }),
    ],
  });
  await push(page, 'showForm', { id: '77' });
  const { panel, host } = partsOf(page);
  await expect(panel.locator('h2')).toHaveText(evil);
  await panel.locator('[type=email]').fill('cy@example');
  await panel.locator('.s').click();
  await expect(panel.locator('.trickle-error')).toHaveText(evil);
  await refill(panel.locator('[type=email]'), 'cy@example.com');
  await panel.locator('.s').click();
  await expect(host.locator('strong')).toHaveText(evil);
  expect(await host.locator('img, script').count()).toBe(0);
  expect(await page.evaluate('window.hacked')).toBeUndefined();
  expect(shop.errors).toEqual([]);
});

for (const orientation of ORIENTATIONS) {
  test(
    `a ${orientation} violates no strict policy with Trusted Types`,
    inOtherEngines(orientation === 'lightbox'),
    async ({ shop, page }) => {
      await shop.open({
        forms: [letters({ orientation })],
        body: orientation === 'embedded' ? '<div data-drip-embedded-form="77"></div>' : '',
        isStrict: true,
      });
      const { email, submit, host, panel } = partsOf(page);
      await push(page, 'showForm', { id: '77' });
      await submit.click();
      await email.fill('cy@example.com');
      await submit.click();
      await expect(host.getByText('Nearly there')).toBeVisible();
      expect((await panel.boundingBox())?.width).toBeGreaterThan(200);
      expect(shop.errors).toEqual([]);
      expect(await shop.subscribers()).toHaveLength(1);
    },
  );
}

test('a browser without constructible style sheets gets a style element with the nonce of the page', async ({
  shop,
  page,
}) => {
  await shop.open({
    forms: [letters({ orientation: 'lightbox' })],
    before: `window.CSSStyleSheet = class { constructor() { throw new TypeError('Illegal constructor'); } };`,
    isStrict: true,
  });
  await push(page, 'showForm', { id: '77' });
  await expect(partsOf(page).email).toBeFocused();
  expect(await partsOf(page).submit.evaluate((button) => getComputedStyle(button).minHeight)).toBe('44px');
  expect(shop.errors).toEqual([]);
});

test('a browser without dialog elements shows a lightbox', async ({ shop, page }) => {
  await shop.open({
    forms: [letters({ orientation: 'lightbox' })],
    before: 'delete HTMLDialogElement.prototype.showModal;',
    body: '<button data-drip-show-form="77">News?</button>',
  });
  const { panel, email } = partsOf(page);
  await expect(panel).toBeAttached(); // the forms have loaded
  await page.getByRole('button', { name: 'News?' }).click();
  await expect(email).toBeFocused();
  const box = await panel.boundingBox();
  expect(box?.x).toBeGreaterThan(100);
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.getByRole('button', { name: 'News?' })).toBeFocused();
});

test('a right-to-left page mirrors a form, but a left tab stays on the left', async ({ shop, page }) => {
  await shop.open({ forms: [letters({ orientation: 'bottom_left_tab' })], dir: 'rtl' });
  await push(page, 'showForm', { id: '77' });
  const { panel, close, host } = partsOf(page);
  await expect(panel).toBeVisible();
  const [frame, cross, box] = [
    await panel.boundingBox(),
    await close.boundingBox(),
    await host.locator('[type=checkbox]').boundingBox(),
  ];
  expect(frame?.x).toBeLessThan(50);
  expect((cross?.x ?? 0) - (frame?.x ?? 0)).toBeLessThan(20);
  expect((box?.x ?? 0) - (frame?.x ?? 0)).toBeGreaterThan(300);
  expect(await violationsOn(page)).toEqual([]);
});

test.describe('without reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });
  test('a form moves as it opens without reduced motion', async ({ shop, page }) => {
    await shop.open({ forms: [letters({ orientation: 'lightbox' })] });
    await push(page, 'showForm', { id: '77' });
    const { panel } = partsOf(page);
    await expect(panel).toBeVisible();
    expect(await panel.evaluate((element) => getComputedStyle(element).animationDuration)).toBe('0.25s');
  });
});

test.describe('magnified to 200 %', () => {
  test.use({ viewport: { width: 640, height: 360 }, deviceScaleFactor: 2 });
  for (const orientation of ['bottom_right_tab', 'side_left_tab', 'lightbox'] as const) {
    test(
      `all parts of a ${orientation} are reachable at 200 %`,
      inOtherEngines(orientation === 'lightbox'),
      async ({ shop, page }) => {
        await shop.open({ forms: [letters({ orientation })] });
        await push(page, 'showForm', { id: '77' });
        const { submit, email, close, host } = partsOf(page);
        await expect(email).toBeInViewport();
        await expect(close).toBeInViewport();
        await email.fill('cy@example.com');
        await submit.scrollIntoViewIfNeeded();
        await expect(submit).toBeInViewport();
        await expect(close).toBeInViewport();
        await submit.click();
        await expect(host.getByText('Nearly there')).toBeInViewport();
      },
    );
  }
});

/** Whether an element is visible: nothing covers its corners and its center. */
const isUncovered = (locator: Locator) =>
  locator.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const points = [
      [left + 9, top + 9],
      [right - 9, bottom - 9],
      [(left + right) / 2, (top + bottom) / 2],
    ] as const;
    return points.every(([x, y]) => (element.getRootNode() as ShadowRoot).elementFromPoint(x, y) === element);
  });

for (const height of [256, 568])
  test.describe(`in a window of 320 by ${height} with a long headline`, () => {
    test.use({ viewport: { width: 320, height } });
    test(
      `an invalid field is not behind a long headline in a window of 320 by ${height}`,
      inOtherEngines(height === 256),
      async ({ shop, page }) => {
        const headline = 'Briefe aus der Kaffeeröstereibesitzervereinigung mit allem Drum und Dran';
        await shop.open({ forms: [letters({ orientation: 'lightbox', headline })] });
        await push(page, 'showForm', { id: '77' });
        const { submit, email } = partsOf(page);
        await expect(email).toBeFocused();
        // The head is in view until the visitor types.
        await page.keyboard.type('a');
        await expect.poll(() => isUncovered(email)).toBe(true);
        await submit.scrollIntoViewIfNeeded();
        await submit.click();
        await expect(email).toBeFocused();
        await expect.poll(() => isUncovered(email)).toBe(true);
      },
    );
  });

for (const show_labels of [true, false]) {
  test(
    `a list has its label ${show_labels ? 'beside' : 'inside'} it, and no value until the visitor chooses one`,
    inOtherEngines(!show_labels),
    async ({ shop, page }) => {
      const fields = [{ name: 'roast', type: 'select' as const, required: true, options: ['Light', 'Dark'] }];
      await shop.open({ forms: [letters({ orientation: 'lightbox', show_labels, fields })] });
      await push(page, 'showForm', { id: '77' });
      const { submit, email, host } = partsOf(page);
      const list = host.getByLabel('Roast');
      await email.fill('cy@example.com');
      await submit.click();
      await expect(list).toHaveAccessibleDescription(/\w/);
      expect(shop.requests.filter((request) => request.startsWith('POST'))).toEqual([]);
      await expect(list.locator('option').first()).toHaveText(show_labels ? 'Choose…' : 'Roast');
      expect(await violationsOn(page)).toEqual([]);
      await list.selectOption('Dark');
      await submit.click();
      await expect(host.getByText('Nearly there')).toBeVisible();
      expect(await shop.subscribers()).toMatchObject([{ custom_fields: { roast: 'Dark' } }]);
    },
  );
}

test('forms work on a page that breaks built-ins', async ({ shop, page }) => {
  await shop.open({
    forms: [letters({ orientation: 'lightbox' })],
    before: `
      for (const name of ['each', 'all', 'clear', 'first', 'toJSON']) Array.prototype[name] = function () { return this; };
      Object.prototype.extend = function () { return this; };`,
  });
  const { email, submit, host } = partsOf(page);
  await push(page, 'showForm', { id: '77' });
  await email.fill('cy@example.com');
  await submit.click();
  await expect(host.getByText('Nearly there')).toBeVisible();
  expect(shop.errors).toEqual([]);
});

test('on a page without JSON a form reports a failure', async ({ shop, page }) => {
  await shop.open({ forms: [letters({ orientation: 'lightbox' })], before: 'window.JSON = {};' });
  const { email, submit, host } = partsOf(page);
  await push(page, 'showForm', { id: '77' });
  await email.fill('cy@example.com');
  await submit.click();
  await expect(host.getByRole('status')).toHaveText('This could not be sent. Please try again.');
  expect(shop.requests.filter((request) => request.startsWith('POST'))).toEqual([]);
  expect(shop.errors).toEqual([]);
});
