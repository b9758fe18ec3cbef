import { ACCOUNT, expect, test } from './shop.ts';

/** Records each use of the cookie: `read`, or the text that is written. */
const before = `
  window.storage = [];
  const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
  Object.defineProperty(Document.prototype, 'cookie', {
    get() { storage.push('read'); return get.call(document); },
    set(text) { storage.push(text); set.call(document, text); },
  });`;
const WRITTEN = expect.stringContaining('max-age=63072000');

const TRACK = `_dcq.push(['track', 'Visited', callbacks('track')]);`;

test('the cookie of a visitor lasts two years, on the widest domain', async ({ shop, context }) => {
  await shop.open({ after: TRACK });
  const [call] = await shop.called(1);
  const cookies = await context.cookies();
  expect(cookies).toMatchObject([
    {
      name: `_drip_client_${ACCOUNT}`,
      value: `vid%3D${call?.visitor_uuid}`,
      domain: '.shop.localhost',
      path: '/',
      sameSite: 'Lax',
      secure: false,
    },
  ]);
  // Chromium limits cookies to 400 days.
  expect((cookies[0]?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(399 * 24 * 60 * 60);
});

test('a visitor is the same on another subdomain', async ({ shop }) => {
  await shop.open({ after: TRACK });
  const [first] = await shop.called(1);
  await shop.open({ after: TRACK, path: '/again', subdomain: 'blog' });
  const [second] = await shop.called(1);
  expect(second?.visitor_uuid).toBe(first?.visitor_uuid);
});

test('the cookie is read once, and written once, for new visitors only @chromium', async ({ shop, page }) => {
  const storage = () => page.evaluate('storage');
  await shop.open({ before, after: TRACK + TRACK });
  await shop.called(2);
  expect(await storage()).toEqual(['read', WRITTEN, 'read']);
  await shop.open({ before, after: TRACK + TRACK });
  await shop.called(2);
  expect(await storage()).toEqual(['read']);
});

test('the cookie is written after the request has started @chromium', async ({ shop, page }) => {
  await shop.open({
    before: `
      window.order = [];
      Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set() { order.push('write'); } });
      const original = fetch;
      window.fetch = (...request) => { order.push('fetch'); return original(...request); };`,
    after: TRACK,
  });
  await shop.called(1);
  expect(await page.evaluate('order')).toEqual(['fetch', 'write', 'write', 'write']);
});

test('the script adopts the visitor that the server returns @chromium', async ({ shop, page, context }) => {
  const known = 'ab'.repeat(16);
  shop.collector.amendment = { visitor_uuid: known };
  await shop.open({ after: TRACK });
  expect(await shop.called(1)).toMatchObject([{ visitor_uuid: known }]);
  await expect
    .poll(async () => (await context.cookies()).map(({ value }) => value))
    .toEqual([`vid%3D${known}`]);
  await page.evaluate(TRACK);
  await shop.called(2);
  expect(shop.collector.posts.at(-1)?.visitor).toBe(known);
});

test('an old cookie is written again when the server asks for it @chromium', async ({ shop, page }) => {
  await shop.open({ after: TRACK });
  const [first] = await shop.called(1);
  shop.collector.amendment = { renew: true };
  await shop.open({ before, after: TRACK });
  const [second] = await shop.called(1);
  expect(second?.visitor_uuid).toBe(first?.visitor_uuid);
  await expect.poll(() => page.evaluate('storage')).toContainEqual(WRITTEN);
});
