// @thorough: one feature in all its states
// @chromium: events of the page
import type { Page } from '@playwright/test';
import { expect, FLOATING, type FormSeed, letters, type Shop, test } from './shop.ts';

/* When a form opens by itself beyond its time: the visitor has scrolled, or is about to leave. */

test.beforeEach(({ page }) => page.clock.install());

const open = async (shop: Shop, form: Partial<FormSeed>, body = '') => {
  await shop.load({ forms: [letters({ seconds_before_popup: 0, ...form })], body });
};

/** Waits until each form has looked at its trigger at least twice. */
const wait = (page: Page) => page.clock.runFor(1200);

const show = (page: Page, share: number) =>
  page.evaluate((part) => {
    const { scrollHeight } = document.documentElement;
    scrollTo(0, scrollHeight * part - innerHeight);
  }, share);

// Unspecified: U-339
test('a form opens once the visitor has seen its share of the page', async ({ shop, page }) => {
  await shop.each(FLOATING, async (orientation) => {
    const trigger = { popup_trigger: 'scroll_depth', scroll_depth: 60 } as const;
    await open(shop, { orientation, ...trigger }, '<div style="height: 5000px"></div>');
    for (const share of [0.2, 0.55]) {
      await show(page, share);
      await wait(page);
      await expect(shop.panel).toBeHidden();
    }
    await show(page, 0.61);
    await expect(shop.panel).toBeVisible();
  });
});

// Unspecified: U-339
test('a form opens when the mouse leaves the window at its top', async ({ shop, page }) => {
  await shop.each(FLOATING, async (orientation) => {
    await open(shop, { orientation, popup_trigger: 'exit_intent' });
    const leaveAt = (clientY: number) =>
      page.evaluate(
        (y) => void document.dispatchEvent(new MouseEvent('mouseleave', { clientY: y })),
        clientY,
      );
    await page.mouse.move(100, 100);
    for (const y of [400, 1]) {
      await leaveAt(y);
      await wait(page);
      await expect(shop.panel).toBeHidden();
    }
    await leaveAt(-1);
    await expect(shop.panel).toBeVisible();
  });
});

test('a form for visitors who leave opens when they return to the tab', async ({ shop, page }) => {
  await open(shop, { popup_trigger: 'exit_intent' });
  await wait(page);
  await expect(shop.panel).toBeHidden();
  const setHidden = (isHidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(Document.prototype, 'hidden', { configurable: true, get: () => value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  await setHidden(true);
  await wait(page);
  await expect(shop.panel).toBeHidden();
  await setHidden(false);
  await expect(shop.panel).toBeVisible();
});

test('a page that cannot be scrolled has been seen as a whole', async ({ shop }) => {
  await open(shop, { popup_trigger: 'scroll_depth', scroll_depth: 100 });
  await expect(shop.panel).toBeVisible();
});

test('the time comes first', async ({ shop, page }) => {
  await open(shop, { seconds_before_popup: 10_000, popup_trigger: 'scroll_depth', scroll_depth: 1 });
  await wait(page);
  await expect(shop.panel).toBeHidden();
});

test('"No thanks" closes a form and lets it rest, as closing does', async ({ shop, page }) => {
  await shop.each(FLOATING, async (orientation) => {
    await open(shop, { orientation, decline_text: 'No thanks' });
    await expect(shop.panel).toBeVisible();
    await shop.host.getByRole('button', { name: 'No thanks' }).click();
    await expect(shop.panel).toBeHidden();
    expect(await shop.subscribers()).toEqual([]);
    expect(shop.posts()).toEqual([]);
    const days = await page.evaluate(
      () => (Number(localStorage.trickle_form_9999999_77) - Date.now()) / 86_400_000,
    );
    expect(days).toBeGreaterThan(29);
  });
});
