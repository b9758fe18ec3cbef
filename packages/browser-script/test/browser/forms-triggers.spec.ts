// @thorough: one feature in all its states
import type { Page } from '@playwright/test';
import {
  expect,
  type FormSeed,
  inOtherEngines,
  letters,
  ORIENTATIONS,
  onlyInChromium,
  partsOf,
  test,
  waitForForms,
} from './forms-shop.ts';

/* When a form opens by itself beyond its time: the visitor has scrolled, or is about to leave. */

test.beforeEach(({ page }) => page.clock.install());

// Unspecified: U-339
const FLOATING = ORIENTATIONS.filter((orientation) => orientation !== 'embedded');

const form = (given: Partial<FormSeed>): FormSeed => letters({ seconds_before_popup: 0, ...given });

/** Waits until each form has looked at its trigger at least twice. */
const wait = (page: Page) => page.clock.runFor(1200);

const show = (page: Page, share: number) =>
  page.evaluate((part) => {
    const { scrollHeight } = document.documentElement;
    scrollTo(0, scrollHeight * part - innerHeight);
  }, share);

for (const orientation of FLOATING) {
  test(
    `a ${orientation} opens once the visitor has seen its share of the page`,
    inOtherEngines(orientation === 'lightbox'),
    async ({ shop, page }) => {
      const forms = [form({ orientation, popup_trigger: 'scroll_depth', scroll_depth: 60 })];
      await shop.open({ forms, body: '<div style="height: 5000px"></div>' });
      await waitForForms(page);
      const { panel } = partsOf(page);
      for (const share of [0.2, 0.55]) {
        await show(page, share);
        await wait(page);
        await expect(panel).toBeHidden();
      }
      await show(page, 0.61);
      await expect(panel).toBeVisible();
      expect(shop.errors).toEqual([]);
    },
  );

  test(
    `a ${orientation} opens when the mouse leaves the window at its top`,
    inOtherEngines(orientation === 'lightbox'),
    async ({ shop, page }) => {
      await shop.open({ forms: [form({ orientation, popup_trigger: 'exit_intent' })] });
      await waitForForms(page);
      const { panel } = partsOf(page);
      const leaveAt = (clientY: number) =>
        page.evaluate(
          (y) => void document.dispatchEvent(new MouseEvent('mouseleave', { clientY: y })),
          clientY,
        );
      await page.mouse.move(100, 100);
      for (const y of [400, 1]) {
        await leaveAt(y);
        await wait(page);
        await expect(panel).toBeHidden();
      }
      await leaveAt(-1);
      await expect(panel).toBeVisible();
    },
  );
}

test('a form for visitors who leave opens when they return to the tab, also on phones', async ({
  shop,
  page,
}) => {
  await shop.open({ forms: [form({ orientation: 'lightbox', popup_trigger: 'exit_intent' })] });
  await waitForForms(page);
  await wait(page);
  await expect(partsOf(page).panel).toBeHidden();
  const setHidden = (isHidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(Document.prototype, 'hidden', { configurable: true, get: () => value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  await setHidden(true);
  await wait(page);
  await expect(partsOf(page).panel).toBeHidden();
  await setHidden(false);
  await expect(partsOf(page).panel).toBeVisible();
});

test('a page that cannot be scrolled has been seen as a whole', onlyInChromium, async ({ shop, page }) => {
  await shop.open({
    forms: [form({ orientation: 'lightbox', popup_trigger: 'scroll_depth', scroll_depth: 100 })],
  });
  await expect(partsOf(page).panel).toBeVisible();
});

test('the time comes first', onlyInChromium, async ({ shop, page }) => {
  const forms = [letters({ orientation: 'lightbox', popup_trigger: 'scroll_depth', scroll_depth: 1 })];
  await shop.open({ forms });
  await waitForForms(page);
  await wait(page);
  await expect(partsOf(page).panel).toBeHidden();
});

for (const orientation of ORIENTATIONS)
  test(
    `"No thanks" in a ${orientation}`,
    inOtherEngines(orientation === 'lightbox'),
    async ({ shop, page }) => {
      const place = '<div data-drip-embedded-form="77"></div>';
      await shop.open({
        forms: [form({ orientation, decline_text: 'No thanks' })],
        body: orientation === 'embedded' ? place : '',
      });
      const { panel, host } = partsOf(page);
      await expect(panel).toBeVisible();
      const decline = host.getByRole('button', { name: 'No thanks' });
      // An embedded form has no close button.
      if (orientation === 'embedded') return expect(decline).toBeHidden();
      await decline.click();
      await expect(panel).toBeHidden();
      expect(await shop.subscribers()).toEqual([]);
      expect(shop.requests.filter((request) => request.startsWith('POST'))).toEqual([]);
      // Like closing, it lets the form rest.
      const days = await page.evaluate(
        () => (Number(localStorage.trickle_form_9999999_77) - Date.now()) / 86_400_000,
      );
      expect(days).toBeGreaterThan(29);
    },
  );
