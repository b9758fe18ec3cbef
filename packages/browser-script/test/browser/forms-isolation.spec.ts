// @thorough: a form in all its states
import type { Locator, Page } from '@playwright/test';
import { violationsOn } from '../../../../scripts/setup/axe.ts';
import { expect, letters, refill, test } from './shop.ts';

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

test('the styles of a hostile page and of a form do not affect each other', async ({ shop, page }) => {
  await shop.each(['lightbox', 'bottom_left_tab', 'side_left_tab'], async (orientation) => {
    await shop.show({ orientation });
    await expect(shop.email).toBeFocused();
    const expected = await looksOf(page);

    await shop.open({ forms: [letters({ orientation })], head: HOSTILE });
    const textStyle = () =>
      page.locator('#text').evaluate((element) => JSON.stringify({ ...getComputedStyle(element) }));
    const before = await textStyle();
    await shop.push('showForm', { id: '77' });
    await expect(shop.email).toBeFocused();
    expect(await looksOf(page)).toEqual(expected);
    expect(await textStyle()).toBe(before);
  });
});

test('text from the account is never parsed as HTML @chromium', async ({ shop, page }) => {
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
  await shop.push('showForm', { id: '77' });
  const { panel, host } = shop;
  await expect(panel.locator('h2')).toHaveText(evil);
  await panel.locator('[type=email]').fill('cy@example');
  await panel.locator('.s').click();
  await expect(panel.locator('.trickle-error')).toHaveText(evil);
  await refill(panel.locator('[type=email]'), 'cy@example.com');
  await panel.locator('.s').click();
  await expect(host.locator('strong')).toHaveText(evil);
  expect(await host.locator('img, script').count()).toBe(0);
  expect(await page.evaluate('window.hacked')).toBeUndefined();
});

test("without constructible style sheets, a style element has the page's nonce", async ({ shop }) => {
  const before = `window.CSSStyleSheet = class { constructor() { throw new TypeError('Illegal constructor'); } };`;
  await shop.show({}, { before, isStrict: true });
  await expect(shop.email).toBeFocused();
  expect(await shop.submit.evaluate((button) => getComputedStyle(button).minHeight)).toBe('44px');
});

test('a browser without dialog elements shows a lightbox @chromium', async ({ shop, page }) => {
  const { panel, email } = shop;
  const opener = page.getByRole('button', { name: 'News?' });
  await shop.open({
    forms: [letters()],
    before: 'delete HTMLDialogElement.prototype.showModal;',
    body: '<button data-drip-show-form="77">News?</button>',
  });
  await expect(panel).toBeAttached(); // the forms have loaded
  await opener.click();
  await expect(email).toBeFocused();
  const box = await panel.boundingBox();
  expect(box?.x).toBeGreaterThan(100);
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(opener).toBeFocused();
});

test('a right-to-left page mirrors a form, but a left tab stays on the left @chromium', async ({
  shop,
  page,
}) => {
  await shop.open({ forms: [letters({ orientation: 'bottom_left_tab' })], dir: 'rtl' });
  await shop.push('showForm', { id: '77' });
  const { panel, close, host } = shop;
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
  test('a form moves as it opens without reduced motion @chromium', async ({ shop }) => {
    await shop.show();
    await expect(shop.panel).toBeVisible();
    expect(await shop.panel.evaluate((element) => getComputedStyle(element).animationDuration)).toBe('0.25s');
  });
});

test('all parts of a form are reachable at 200 % @chromium', async ({ shop, page }) => {
  await page.setViewportSize({ width: 640, height: 360 });
  const { submit, email, close, thanks } = shop;
  await shop.each(['lightbox', 'bottom_right_tab', 'side_left_tab'], async (orientation) => {
    await shop.show({ orientation });
    await expect(email).toBeInViewport();
    await expect(close).toBeInViewport();
    await email.fill('cy@example.com');
    await submit.scrollIntoViewIfNeeded();
    await expect(submit).toBeInViewport();
    await expect(close).toBeInViewport();
    await submit.click();
    await expect(thanks).toBeInViewport();
  });
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

test('an invalid field is not behind a long headline in a small window @chromium', async ({ shop, page }) => {
  const { submit, email } = shop;
  const headline = 'Briefe aus der Kaffeeröstereibesitzervereinigung mit allem Drum und Dran';
  await shop.each([256, 568], async (height) => {
    await page.setViewportSize({ width: 320, height });
    await shop.show({ headline });
    await expect(email).toBeFocused();
    // The head is in view until the visitor types.
    await page.keyboard.type('a');
    await expect.poll(() => isUncovered(email)).toBe(true);
    await submit.scrollIntoViewIfNeeded();
    await submit.click();
    await expect(email).toBeFocused();
    await expect.poll(() => isUncovered(email)).toBe(true);
  });
});

test('a list has its label beside or inside it, and no value until it is chosen @chromium', async ({
  shop,
  page,
}) => {
  const fields = [{ name: 'roast', type: 'select' as const, required: true, options: ['Light', 'Dark'] }];
  await shop.each([false, true], async (show_labels) => {
    await shop.show({ show_labels, fields });
    const { submit, email, host } = shop;
    const list = host.getByLabel('Roast');
    await email.fill('cy@example.com');
    await submit.click();
    await expect(list).toHaveAccessibleDescription(/\w/);
    expect(shop.posts()).toEqual([]);
    await expect(list.locator('option').first()).toHaveText(show_labels ? 'Choose…' : 'Roast');
    expect(await violationsOn(page)).toEqual([]);
    await list.selectOption('Dark');
    await submit.click();
    await expect(shop.thanks).toBeVisible();
    expect(await shop.subscribers()).toMatchObject([{ custom_fields: { roast: 'Dark' } }]);
  });
});

test('forms work on a page that breaks built-ins @chromium', async ({ shop }) => {
  const before = `
    for (const name of ['each', 'all', 'clear', 'first', 'toJSON']) Array.prototype[name] = function () { return this; };
    Object.prototype.extend = function () { return this; };`;
  await shop.show({}, { before });
  await shop.send();
});

test('on a page without JSON a form reports a failure @chromium', async ({ shop }) => {
  await shop.show({}, { before: 'window.JSON = {};' });
  await shop.email.fill('cy@example.com');
  await shop.submit.click();
  await expect(shop.status).toHaveText('This could not be sent. Please try again.');
  expect(shop.posts()).toEqual([]);
});
