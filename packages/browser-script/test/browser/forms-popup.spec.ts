// @thorough: a form in all its states
import { expect, type FormSeed, letters, stopClock, test } from './shop.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-01-01T00:00:00Z');

const popup = (form: Partial<FormSeed> = {}) =>
  letters({
    orientation: 'bottom_right_tab',
    seconds_before_popup: 5,
    days_between_popup: 7,
    days_between_popup_after_close: 30,
    ...form,
  });

test('a form opens by itself in time and at intervals, later if it was closed, and never again if it was submitted @chromium', async ({
  shop,
  page,
}) => {
  await stopClock(page);
  const { tab, panel, close, host } = shop;
  await shop.open({ forms: [popup()] });
  await expect(tab).toBeVisible();
  await page.clock.runFor(4000);
  await expect(panel).toBeHidden();
  await page.clock.runFor(2000);
  await expect(panel).toBeVisible();
  await expect(tab).toBeHidden();
  expect(await page.evaluate('document.activeElement === document.body')).toBe(true);

  const returnAfter = async (days: number) => {
    await page.clock.setSystemTime(START + days * DAY);
    await shop.open();
  };
  for (const [days, isShown] of [
    [6, false],
    [8, true],
    [8 + 29, false],
    [8 + 31, true],
  ] as const) {
    await returnAfter(days);
    await expect(tab).toBeVisible();
    await page.clock.runFor(6000);
    await expect(panel).toBeVisible({ visible: isShown });
    if (days === 8) await close.click();
  }
  await shop.send();
  await close.click();
  await expect(host).toHaveCount(0);

  await returnAfter(1000);
  await shop.hasForms();
  await page.clock.runFor(60_000);
  await expect(host).toHaveCount(0);
});

test('a form that the page has closed opens by itself as before @chromium', async ({ shop }) => {
  const { tab, panel } = shop;
  await shop.open({ forms: [popup({ seconds_before_popup: 0, days_between_popup: 0 })] });
  await expect(panel).toBeVisible();
  await shop.push('hideForm', { id: '77' });
  await expect(panel).toBeHidden();
  await expect(tab).toBeVisible();
  await shop.open();
  await expect(panel).toBeVisible();
  await shop.push('hideForm', { id: '77', showTab: false });
  await expect(panel).toBeHidden();
  await expect(tab).toBeHidden();
});

// proves: script open / close form
test('a form opened with showTab: false shows no tab when it is closed @chromium', async ({ shop }) => {
  const { tab, panel, close } = shop;
  await shop.open({ forms: [popup({ seconds_before_popup: 1000 })] });
  await shop.push('showForm', { id: '77', showTab: false });
  await expect(panel).toBeVisible();
  await close.click();
  await expect(panel).toBeHidden();
  await expect(tab).toBeHidden();
  await shop.push('hideForm', { id: '77' });
  await expect(tab).toBeVisible();
});

test('no form opens by itself while another is open or the visitor is typing @chromium', async ({
  shop,
  page,
}) => {
  const first = popup({ id: '77', seconds_before_popup: 0 });
  const second = popup({ id: '78', seconds_before_popup: 0, orientation: 'lightbox', headline: 'Second' });
  const dialog = page.getByRole('dialog', { name: 'Second' });
  await page.clock.install({ time: START });
  await shop.open({ forms: [first, second], body: '<label>Search <input id="search"></label>' });
  await expect(page.getByRole('dialog', { name: 'Letters' })).toBeVisible();
  await page.locator('#search').fill('beans');
  await shop.push('hideForm', { id: '77' });
  await expect(page.getByRole('dialog', { name: 'Letters' })).toBeHidden();
  // A form checks again after one second.
  await page.clock.runFor(5000);
  await expect(dialog).toBeHidden();
  await expect(page.locator('#search')).toBeFocused();
  await page.locator('#search').fill('');
  await page.clock.runFor(1000);
  await expect(dialog).toBeVisible();
  await expect(page.locator('#search')).not.toBeFocused();
});

/** Elements that can have the focus; first those where the visitor may be typing. */
const TYPED = [
  '<iframe id="at" srcdoc="<input autofocus>"></iframe>',
  '<div id="closed"></div>',
  '<div id="at" contenteditable>Beans</div>',
  '<textarea id="at">Beans</textarea>',
  '<input id="at" type="search" value="Beans">',
];
const FOCUSED = [
  ...TYPED,
  '<input id="at">',
  '<button id="at" value="beans">Beans</button>',
  '<input id="at" type="submit" value="Beans">',
  '<input id="at" type="checkbox" checked>',
  '<input id="at" type="radio">',
  '<input id="at" type="range">',
  '<select id="at"><option>Beans</select>',
  '<a id="at" href="#beans">Beans</a>',
  '<div id="at" tabindex="-1">Beans</div>',
  '<details><summary id="at">Beans</summary></details>',
];

// U-254
test('a form waits while the visitor may be typing, and for no other focus', async ({ shop, page }) => {
  await page.clock.install({ time: START });
  const waits = async (html: string) => {
    await shop.load({ forms: [popup({ orientation: 'lightbox' })], body: html });
    await page.evaluate(() => {
      const closed = document.querySelector('#closed')?.attachShadow({ mode: 'closed' });
      if (closed) closed.innerHTML = '<input>';
      const at = closed?.firstElementChild ?? document.querySelector('#at');
      (at as HTMLElement).focus();
    });
    await page.clock.runFor(6000);
    if (TYPED.includes(html)) {
      await expect(shop.panel).toBeHidden();
      await page.locator('#text').evaluate((text) => {
        text.tabIndex = -1;
        text.focus();
      });
      await page.clock.runFor(1000);
    }
    await expect(shop.panel).toBeVisible();
  };
  // Engines differ in the focus of frames and of closed shadow roots.
  await shop.each(FOCUSED, waits, 2);
});

test('an open form is above the tabs of other forms @chromium', async ({ shop, page }) => {
  await page.setViewportSize({ width: 600, height: 500 });
  const others = (['side_left_tab', 'side_right_tab', 'bottom_left_tab'] as const).map((orientation) =>
    popup({ id: orientation, headline: orientation, orientation, seconds_before_popup: 1000 }),
  );
  await shop.open({ forms: [popup({ seconds_before_popup: 1000 }), ...others] });
  await expect(page.getByRole('button', { name: 'bottom_left_tab' })).toBeVisible();
  await shop.push('showForm', { id: '77' });
  const dialog = page.getByRole('dialog', { name: 'Letters' });
  // Playwright clicks only the topmost element.
  await dialog.getByLabel('First name').click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
});

/** Forms, and whether they appear by themselves, by path. */
const ON_PATHS: [Partial<FormSeed>, Record<string, boolean>][] = [
  [{ whitelist: ['/blog/*'] }, { '/': false, '/blog/beans': true }],
  [{ blacklist: ['/cart'] }, { '/': true, '/cart': false }],
  [{ blacklist: ['/cart'], is_blacklist_enabled: false }, { '/cart': true }],
  [{ is_widget_enabled: false }, { '/': false }],
];

test('a form appears by itself on its paths, and showForm opens it on any path @chromium', async ({
  shop,
}) => {
  for (const [form, paths] of ON_PATHS)
    for (const [path, isShown] of Object.entries(paths)) {
      await shop.load({ forms: [popup({ ...form, seconds_before_popup: 1000 })], path });
      await expect(shop.tab, JSON.stringify([form, path])).toBeVisible({ visible: isShown });
      await shop.push('showForm', { id: '77' });
      await expect(shop.panel).toBeVisible();
    }
});

test.describe('in a small window', () => {
  test.use({ viewport: { width: 320, height: 500 }, screen: { width: 1280, height: 720 } });
  test('a form with hide_on_mobile is shown in a small window of a desktop @chromium', async ({ shop }) => {
    await shop.open({ forms: [popup({ hide_on_mobile: true, seconds_before_popup: 1000 })] });
    await expect(shop.tab).toBeVisible();
  });
});

test('nothing on the page moves when a form appears @chromium', async ({ shop, page }) => {
  await shop.open({
    forms: [popup({ seconds_before_popup: 0 })],
    head: '<style>body { display: flex; gap: 4rem; flex-direction: column; } * { transform: none }</style>',
    before: `window.shift = 0; new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });`,
  });
  await expect(shop.panel).toBeVisible();
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  expect(await page.evaluate('window.shift')).toBe(0);
});

// U-255
test('a form opens by itself on a page that clears all timers @chromium', async ({ shop, page }) => {
  const { panel } = shop;
  await stopClock(page);
  await shop.open({ forms: [popup()], body: '<div id="list"></div>' });
  await expect(shop.tab).toBeVisible();
  await page.evaluate(() => {
    const last = Number(setTimeout(() => {}));
    for (let timer = last; timer > last - 1000; timer--) clearTimeout(timer);
  });
  await page.clock.runFor(6000);
  await expect(panel).toBeHidden();
  // Something on the page changes.
  await page.evaluate(() => document.querySelector('#list')?.append('Beans'));
  await page.clock.runFor(200);
  await expect(panel).toBeVisible();
});
