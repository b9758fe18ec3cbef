// @thorough: a form in all its states
import type { Locator, Page } from '@playwright/test';
import { expect, letters, type Orientation, PLACE, test } from './shop.ts';

/* Forms beside dialogs, shortcuts and listeners of the page. */

const lightbox = [letters()];

/** Records the keys that reach the page's own listeners, and prevents them. */
const SHORTCUTS = `window.keys = [];
  for (const type of ['keydown', 'keypress', 'keyup']) {
    document.addEventListener(type, (event) => { event.preventDefault(); keys.push(type + ' ' + event.key); });
  }`;

// U-252
test('Escape closes a lightbox, but no dialog of the page', async ({ shop, page }) => {
  await shop.open({
    forms: lightbox,
    body: '<dialog id="own"><button>Own</button></dialog>',
    before: SHORTCUTS,
  });
  const { panel, email } = shop;
  const own = page.locator('#own');
  await own.evaluate((dialog: HTMLDialogElement) => dialog.showModal());
  await shop.push('showForm', { id: '77' });
  await expect(email).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(own).toBeVisible();
  await expect(page.getByRole('button', { name: 'Own' })).toBeFocused();
  // The page has its keys again.
  await page.keyboard.press('x');
  expect(await page.evaluate('window.keys')).toEqual(['keydown x', 'keyup x']);
});

// U-252
test('Escape that ends a composition does not close a form @chromium', async ({ shop, page }) => {
  await shop.open({ forms: lightbox });
  const { panel, email } = shop;
  await shop.push('showForm', { id: '77' });
  await expect(email).toBeFocused();
  for (const members of [{ isComposing: true }, { keyCode: 229 }]) {
    await email.evaluate((input, given) => {
      const event = { key: 'Escape', bubbles: true, composed: true, cancelable: true, ...given };
      input.dispatchEvent(new KeyboardEvent('keydown', event));
    }, members);
    await expect(panel).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
});

// U-252
test('shortcuts of the page do not take what is typed into a form', async ({ shop, page }) => {
  await shop.each(['lightbox', 'bottom_left_tab', 'embedded'], async (orientation) => {
    await shop.show({ orientation }, { before: SHORTCUTS });
    await expect(shop.email).toBeFocused();
    await page.keyboard.type('s/@example.com');
    await page.keyboard.press('Backspace');
    await expect(shop.email).toHaveValue('s/@example.co');
    expect(await page.evaluate('window.keys')).toEqual([]);
    if (orientation !== 'embedded') return;
    // A dialog of the page around the place needs them.
    await page.keyboard.press('Escape');
    expect(await page.evaluate('window.keys')).toContain('keydown Escape');
  });
});

// U-251
test('an opener in a modal dialog of the page opens a form above it', async ({ shop, page }) => {
  const own = page.locator('#own');
  const opener = page.getByRole('button', { name: 'News?' });
  const form = page.getByRole('dialog', { name: 'Letters' });
  const email = form.getByLabel('Email');
  const openIn = async (orientation: Orientation) => {
    await shop.load({
      forms: [letters({ orientation })],
      body: `<dialog id="own"><button data-drip-show-form="77">News?</button></dialog>
        ${orientation === 'embedded' ? PLACE : ''}`,
    });
    await own.evaluate((dialog: HTMLDialogElement) => dialog.showModal());
    await opener.click();
    await expect(email).toBeFocused();
    await expect(form).toBeInViewport({ ratio: 1 });
    // The place where it is without the dialog.
    const box = await form.boundingBox();
    expect(box?.width).toBeGreaterThan(300);
    if (orientation === 'side_right_tab') expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1200);
    await email.fill('cy@example.com');
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await expect(own).toBeVisible();
    await expect(opener).toBeFocused();

    await own.evaluate((dialog: HTMLDialogElement) => dialog.close());
    await shop.push('showForm', { id: '77' });
    await expect(page.getByLabel('Email').first()).toBeFocused();
  };
  await shop.each(['lightbox', 'side_right_tab', 'embedded'], openIn, 2);
});

// U-251
test('a form of the page behind a modal dialog opens as a lightbox @chromium', async ({ shop, page }) => {
  await shop.open({
    forms: [letters({ orientation: 'embedded' })],
    body: `<dialog id="own"><button data-drip-show-form="77">News?</button></dialog>
      <form data-drip-embedded-form="77"><input name="q7x" hidden><input type="email" id="behind" name="fields[email]"></form>`,
  });
  await shop.push('showForm', { id: '77' });
  await expect(page.locator('#behind')).toBeFocused();
  await page.locator('#own').evaluate((dialog: HTMLDialogElement) => dialog.showModal());
  await page.getByRole('button', { name: 'News?' }).click();
  await expect(page.getByRole('dialog', { name: 'Letters' }).getByLabel('Email')).toBeFocused();
});

test.describe('by touch', () => {
  test.use({ hasTouch: true });
  test('a tap beside a lightbox only closes it', async ({ shop, page, browserName }) => {
    const { panel } = shop;
    await shop.open({
      forms: lightbox,
      before:
        "addEventListener('click', (event) => { window.clicked = event.composedPath().some(({ id }) => id === 'link'); });",
      body: '<a id="link" href="#away" style="position: fixed; top: 0; left: 0; width: 100%; height: 100%">Away</a>',
    });
    await shop.push('showForm', { id: '77' });
    await expect(panel).toBeVisible();
    if (browserName === 'firefox') {
      // Its driver delivers no taps. A press of the mouse closes the form at its end, too.
      await page.mouse.move(5, 5);
      await page.mouse.down();
      await expect(panel).toBeVisible();
      await page.mouse.up();
    } else {
      await page.touchscreen.tap(5, 5);
    }
    await expect(panel).toBeHidden();
    await expect.poll(() => page.evaluate('window.clicked')).toBe(false);
    expect(page.url()).not.toContain('#away');
  });
});

test('a press that begins inside a lightbox and ends beside it does not close it', async ({ shop, page }) => {
  const { panel } = shop;
  await shop.open({ forms: lightbox });
  await shop.push('showForm', { id: '77' });
  const box = await panel.getByText('Twice a month').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 9, (box?.y ?? 0) + 9);
  await page.mouse.down();
  await page.mouse.move(5, 5);
  await page.mouse.up();
  await shop.hasForms();
  await expect(panel).toBeVisible();
});

// U-185
test('an opener works where the page stops clicks, not where it handles them @chromium', async ({
  shop,
  page,
}) => {
  const opener = (id: string) =>
    `<div id="${id}"><a href="#${id}" data-drip-show-form="77"><b>${id}</b></a></div>`;
  await shop.open({
    forms: lightbox,
    body: `${['above', 'itself', 'inside', 'handled', 'captured'].map(opener).join('')}<script>
      const on = (selector, act, isCapture) => document.querySelector(selector).addEventListener('click', act, isCapture);
      on('#above', (event) => event.stopPropagation());
      on('#itself a', (event) => event.stopPropagation());
      on('#inside b', (event) => event.stopPropagation());
      on('#handled', (event) => { event.preventDefault(); event.stopPropagation(); });
      on('#captured', (event) => { event.preventDefault(); event.stopPropagation(); }, true);
    </script>`,
  });
  const { panel, email } = shop;
  await shop.hasForms();
  for (const id of ['handled', 'captured']) await page.locator(`#${id} b`).click();
  await page.locator('#text').click();
  await shop.hasForms();
  await expect(panel).toBeHidden();
  for (const id of ['above', 'itself', 'inside']) {
    await page.locator(`#${id} b`).click();
    await expect(email).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  }
  expect(new URL(page.url()).hash).toBe('');
});

const EDGES = ['bottom_left_tab', 'side_left_tab', 'bottom_right_tab', 'side_right_tab'] as const;

/** Checks that no tab lies on another one, and that all are in the window. */
async function areApart(page: Page, tab: Locator, count: number): Promise<void> {
  const tabs = tab.filter({ visible: true });
  await expect(tabs).toHaveCount(count);
  const boxes = await tabs.evaluateAll((elements) =>
    elements.map((element) => element.getBoundingClientRect().toJSON()),
  );
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  for (const [index, a] of boxes.entries()) {
    // Turned tabs have fractions of pixels.
    expect(a.left > -1 && a.right < width + 1 && a.top > -1 && a.bottom < height + 1).toBe(true);
    for (const b of boxes.slice(index + 1)) {
      expect(a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom).toBe(false);
    }
  }
}

// U-253
test('two tabs at each edge do not lie on each other @chromium', async ({ shop, page }) => {
  const forms = EDGES.flatMap((orientation) =>
    ['First', 'Second'].map((name) =>
      letters({
        id: `${orientation} ${name}`,
        headline: `${name} ${orientation}`,
        orientation,
        blacklist: name === 'First' ? ['/tea'] : [],
      }),
    ),
  );
  await shop.each([360, 1280], async (width) => {
    await page.setViewportSize({ width, height: 700 });
    await shop.open({ forms });
    await areApart(page, shop.tab, 8);
    const tab = (name: string) => page.getByRole('button', { name: `${name} bottom_left_tab` });
    const box = await tab('Second').boundingBox();
    // Opening a form does not move the tabs of others.
    await tab('First').click();
    await expect(page.getByRole('dialog', { name: 'First bottom_left_tab' })).toBeVisible();
    expect(await tab('Second').boundingBox()).toEqual(box);
    await page.keyboard.press('Escape');
    await page.evaluate(() => history.pushState(null, '', '/tea'));
    await areApart(page, shop.tab, 4);
    await page.evaluate(() => history.pushState(null, '', '/'));
    await areApart(page, shop.tab, 8);
  });
});
