import { expect, type Shop, stopClock, test } from './shop.ts';

const TRACK = `_dcq.push(['track', 'Visited', callbacks('track')]);`;

/** Records every use of cookies and storage. */
const WATCH = `
  window.storage = [];
  Object.defineProperty(Document.prototype, 'cookie', { get() { storage.push('cookie'); return ''; }, set() { storage.push('cookie'); } });
  for (const name of ['getItem', 'setItem']) {
    Storage.prototype[name] = function () { storage.push(name); return null; };
  }`;

const posts = (shop: Shop) => shop.requests.filter((request) => request.startsWith('POST')).length;

for (const setting of ["consent: 'pending'", 'consent: false', 'gpc: true']) {
  test(`with ${setting} nothing is read, stored or sent before consent`, async ({ shop, page }) => {
    await shop.open({
      before: `${WATCH} Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });`,
      after: `Object.assign(_dcs, { ${setting} }); ${TRACK}`,
    });
    await page.waitForFunction(() => typeof window._dc === 'object');
    // By the time of another request's answer, the script would have started, too.
    await page.evaluate(() => fetch('/').then((response) => response.text()));
    expect(posts(shop)).toBe(0);
    expect(await page.evaluate('storage')).toEqual([]);
    expect(await page.evaluate(() => window.calls)).toEqual([]);

    await page.evaluate(`_dcq.push(['consent', true])`);
    expect(await shop.called(1)).toMatchObject([{ name: 'track success' }]);
    expect(posts(shop)).toBe(1);
    expect(await page.evaluate('storage')).toContain('cookie');
  });
}

test('consent in the queue counts and can be withdrawn', async ({ shop, page }) => {
  await shop.open({ after: `_dcs.consent = 'pending'; ${TRACK} _dcq.push(['consent', true]);` });
  await shop.called(1);
  await page.evaluate(`_dcq.push(['consent', false]); ${TRACK}`);
  await page.evaluate(() => fetch('/').then((response) => response.text()));
  expect(posts(shop)).toBe(1);
});

test('withdrawing consent during a request stops further attempts, and nothing is stored', async ({
  shop,
  page,
}) => {
  shop.collector.mood = 'silent';
  await stopClock(page);
  await shop.open({ after: `_dcs.consent = true; ${TRACK}` });
  await expect.poll(() => shop.collector.posts.length).toBe(1);
  await page.evaluate(`_dcq.push(['consent', false])`);
  // Long after the timeout and the next attempt.
  await page.clock.runFor(60_000);
  expect(shop.collector.posts).toHaveLength(1);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);

  shop.collector.mood = 'open';
  await page.evaluate(`_dcq.push(['consent', true])`);
  await expect.poll(async () => (await shop.client.eventActions.list()).items).toEqual(['Visited']);
});

test('without consent, leaving the page stores and sends nothing', async ({ shop, page }) => {
  await shop.open({ after: `_dcs.consent = 'pending'; ${TRACK}` });
  await page.waitForFunction(() => typeof window._dc === 'object');
  await shop.open({ path: '/next' });
  expect(posts(shop)).toBe(0);
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
  await page.waitForFunction(() => typeof window._dc === 'object');
  await page.evaluate(() => fetch('/').then((response) => response.text()));
  expect(posts(shop)).toBe(0);
  expect(await page.evaluate('storage')).toEqual([]);
  await page.evaluate(`hidden = false; document.dispatchEvent(new Event('prerenderingchange'));`);
  expect(await shop.called(1)).toMatchObject([{ name: 'track success' }]);
});
