// @thorough: one feature in all its states
// @chromium: consent is a variable of the script
import type { Page } from '@playwright/test';
import { expect, letters, passTime, stopClock, test } from './shop.ts';

const TRACK = `_dcq.push(['track', 'Visited', callbacks('track')]);`;

/** Records every use of cookies and storage. */
const WATCH = `
  window.storage = [];
  Object.defineProperty(Document.prototype, 'cookie', { get() { storage.push('cookie'); return ''; }, set() { storage.push('cookie'); } });
  for (const name of ['getItem', 'setItem']) {
    Storage.prototype[name] = function () { storage.push(name); return null; };
  }`;

/** Waits for another request's answer: by then, the script would have started, too. */
const waitAsLong = (page: Page) => page.evaluate(() => fetch('/').then((response) => response.text()));

test('nothing is read, stored or sent before consent', async ({ shop, page }) => {
  await shop.each(["consent: 'pending'", 'consent: false', 'gpc: true'], async (setting) => {
    await shop.open({
      before: `${WATCH} Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });`,
      after: `Object.assign(_dcs, { ${setting} }); ${TRACK}`,
    });
    await shop.isLoaded();
    await waitAsLong(page);
    expect(shop.posts()).toEqual([]);
    expect(await page.evaluate('storage')).toEqual([]);
    expect(await page.evaluate(() => window.calls)).toEqual([]);

    await shop.push('consent', true);
    expect(await shop.called(1)).toMatchObject([{ name: 'track success' }]);
    expect(shop.posts()).toHaveLength(1);
    expect(await page.evaluate('storage')).toContain('cookie');
  });
});

test('consent in the queue counts and can be withdrawn', async ({ shop, page }) => {
  await shop.open({ after: `_dcs.consent = 'pending'; ${TRACK} _dcq.push(['consent', true]);` });
  await shop.called(1);
  await page.evaluate(`_dcq.push(['consent', false]); ${TRACK}`);
  await waitAsLong(page);
  expect(shop.posts()).toHaveLength(1);
});

test('withdrawing consent during a request stops attempts and stores nothing', async ({ shop, page }) => {
  shop.collector.mood = 'silent';
  await stopClock(page);
  await shop.open({ after: `_dcs.consent = true; ${TRACK}` });
  await expect.poll(() => shop.collector.posts.length).toBe(1);
  await shop.push('consent', false);
  // Long after the timeout and the next attempt.
  await page.clock.runFor(60_000);
  expect(shop.collector.posts).toHaveLength(1);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);

  shop.collector.mood = 'open';
  await shop.push('consent', true);
  await expect.poll(shop.actions).toEqual(['Visited']);
});

test('without consent, leaving the page stores and sends nothing', async ({ shop, page }) => {
  await shop.open({ after: `_dcs.consent = 'pending'; ${TRACK}` });
  await shop.isLoaded();
  await shop.open({ path: '/next' });
  expect(shop.posts()).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test('Global Privacy Control counts only if the page enables it', async ({ shop }) => {
  await shop.open({
    before: `Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });`,
    after: TRACK,
  });
  expect(await shop.called(1)).toMatchObject([{ name: 'track success' }]);
});

test('a prerendered page does nothing until it is shown', async ({ shop, page }) => {
  await shop.open({
    before: `${WATCH} window.hidden = true;
      Object.defineProperty(document, 'prerendering', { configurable: true, get: () => window.hidden });`,
    after: TRACK,
  });
  await shop.isLoaded();
  await waitAsLong(page);
  expect(shop.posts()).toEqual([]);
  expect(await page.evaluate('storage')).toEqual([]);
  await page.evaluate(`hidden = false; document.dispatchEvent(new Event('prerenderingchange'));`);
  expect(await shop.called(1)).toMatchObject([{ name: 'track success' }]);
});

const forms = [letters({ orientation: 'bottom_left_tab', seconds_before_popup: 20 })];

test('without consent, forms store nothing, stay closed, and cannot be sent', async ({ shop, page }) => {
  await stopClock(page);
  await shop.open({ forms });
  const { tab, panel, email, status, close } = shop;
  await expect(tab).toBeVisible();
  await shop.push('consent', false);
  await page.clock.runFor(60_000);
  await expect(panel).toBeHidden();

  await tab.click();
  await email.fill('cy@example.com');
  await page.keyboard.press('Enter');
  await expect(status).toHaveText('This could not be sent. Please try again.');
  await close.click();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);

  await shop.push('consent', true);
  await tab.click();
  await page.keyboard.press('Enter');
  await expect(status).toContainText('Nearly there');
  expect(await shop.server.formSubmissions()).toHaveLength(1);
});

test('a form promises nothing if consent is withdrawn while it is sent', async ({ shop, page }) => {
  await stopClock(page);
  await shop.open({ forms });
  shop.collector.mood = 'silent';
  await shop.push('showForm', { id: '77' });
  const { email, status, thanks } = shop;
  await email.fill('cy@example.com');
  await page.keyboard.press('Enter');
  await expect(status).toHaveText('Sending…');
  await shop.push('consent', false);
  await page.clock.runFor(5000);
  await expect(status).toHaveText('This could not be sent. Please try again.');
  shop.collector.mood = 'open';
  await shop.push('consent', true);
  await page.keyboard.press('Enter');
  await passTime(page, () => status.last().textContent()).toContain('Nearly there');
  await expect(thanks).toHaveCount(1);
});
