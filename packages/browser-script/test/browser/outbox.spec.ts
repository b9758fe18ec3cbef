// @thorough: one feature in all its states
import type { Page } from '@playwright/test';
import { expect, MESSAGES, type Shop, test } from './shop.ts';

const track = (name: string) => `_dcq.push(['track', '${name}', callbacks('${name}')]);`;

/** Returns the messages that the pages of the site have stored. */
const storedBy = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('_trickle_9999999_'))
      .map((key) => localStorage.getItem(key))
      .join(''),
  );

const performed = async ({ server }: Shop) =>
  (await server.events({ event: 'subscriber.performed_custom_event' })).length;

test('unsent messages are stored and sent by the next page of the site', async ({ shop, page }) => {
  await page.route(MESSAGES, (route) => route.abort());
  await shop.open({ after: track('Kept') + track('Kept too') });
  await expect.poll(() => storedBy(page)).toContain('Kept too');
  await page.unroute(MESSAGES);
  await shop.open({ path: '/next' });
  await expect.poll(shop.actions).toEqual(['Kept', 'Kept too']);
  // No callback of this page belongs to it.
  expect(await page.evaluate(() => window.calls)).toEqual([]);
  await expect.poll(() => storedBy(page)).toBe('');
});

test('a message whose response was lost counts once', async ({ shop, page }) => {
  shop.collector.mood = 'forgetful';
  await shop.open({
    after: `_dcq.push(['identify', { email: 'ann@example.com' }]); ${track('Once')}`,
  });
  await expect.poll(() => performed(shop)).toBe(1);
  await expect.poll(() => storedBy(page)).toContain('Once');
  shop.collector.mood = 'open';
  await shop.open({ after: track('After') });
  await expect.poll(() => performed(shop)).toBe(2);
  await expect.poll(() => storedBy(page)).toBe('');
  expect(await performed(shop)).toBe(2);
});

test('other open pages do not take over stored messages', async ({ shop, page, context }) => {
  const senders: string[] = [];
  await context.route(MESSAGES, (route) => {
    senders.push(new URL(route.request().frame().url()).pathname);
    return route.fulfill({ status: 503 });
  });
  await shop.open({ path: '/one', after: `if (location.pathname === '/one') ${track('Mine')}` });
  await expect.poll(() => storedBy(page)).toContain('Mine');
  const beside = await context.newPage();
  // On a slow machine, the page may be open for longer than it leaves the lock to the other one.
  await beside.addInitScript(() => {
    const later = setTimeout;
    Object.assign(window, {
      setTimeout: (work: () => void, delay: number, ...values: []) =>
        delay < 30_000 ? later(work, delay, ...values) : 0,
    });
  });
  await beside.goto(page.url().replace('/one', '/two'));
  await expect
    .poll(() => beside.evaluate(() => navigator.locks.query()))
    .toMatchObject({
      pending: [expect.anything()],
    });
  // The other page requests the lock and gets it when the first one has gone.
  expect(new Set(senders)).toEqual(new Set(['/one']));
  await page.close();
  await expect.poll(() => senders).toContain('/two');
});

test('a page without stored messages reads storage once, after its first request', async ({ shop, page }) => {
  await shop.open({
    // On a slow machine, an answer may take so long that messages are stored: timers with a delay do not fire here.
    before: `
      const later = setTimeout;
      window.setTimeout = (callback, delay, ...values) => delay ? 0 : later(callback, 0, ...values);
      window.order = [];
      const original = fetch;
      window.fetch = (...request) => { order.push('fetch'); return original(...request); };
      const storage = localStorage;
      Object.defineProperty(window, 'localStorage', { get() { order.push('storage'); return storage; } });`,
    after: track('Quick'),
  });
  await shop.called(1);
  await expect.poll(() => page.evaluate('order')).toEqual(['fetch', 'storage']);
});

test('a lock that is never given back does not keep messages from being sent', async ({
  shop,
  page,
  context,
}) => {
  await shop.open({ path: '/one' });
  const kept = `{"id":"${'a'.repeat(32)}","sent_at":"${new Date().toISOString()}","command":"track","arguments":{"action":"Kept"}}\n`;
  await page.evaluate((text) => {
    localStorage.setItem('_trickle_9999999_left', text);
    void navigator.locks.request('_trickle_9999999_left', () => new Promise(() => {}));
  }, kept);
  const next = await context.newPage();
  await next.clock.install();
  await next.goto(page.url().replace('/one', '/two'));
  await expect
    .poll(() => next.evaluate(() => navigator.locks.query()))
    .toMatchObject({ pending: [expect.anything()] });
  expect(await performed(shop)).toBe(0);
  await next.clock.fastForward(30_000);
  await expect.poll(shop.actions).toEqual(['Kept']);
  await expect.poll(() => storedBy(next)).toBe('');
});

test('a page stores at most 64 KB, the newest messages, and none older than a week is sent', async ({
  shop,
  page,
}) => {
  await page.route(MESSAGES, (route) => route.abort());
  const sent_at = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000).toISOString();
  const old = `{"id":"${'b'.repeat(32)}","sent_at":"${sent_at}","command":"visit","arguments":{}}\n`;
  await shop.open({
    before: `localStorage.setItem('_trickle_9999999_old', ${JSON.stringify(old)});`,
    after: `for (let n = 0; n < 30; n++) _dcq.push(['track', 'Long ' + n, { text: 'x'.repeat(4000) }]);`,
  });
  await expect.poll(() => storedBy(page)).toContain('Long 29');
  // The page takes over the old messages when the browser has given it their lock.
  await expect.poll(() => storedBy(page)).not.toContain('b'.repeat(32));
  const text = await storedBy(page);
  expect(text.length).toBeLessThanOrEqual(65_536);
  expect(text.length).toBeGreaterThan(60_000);
  expect(text).not.toContain('Long 3"');
});

test('invalid data in storage does no harm', async ({ shop, page }) => {
  await shop.open({
    before: `localStorage.setItem('_trickle_9999999_x', 'nonsense\\n\\n${'c'.repeat(76)}\\n{"id":"');`,
    after: track('Fine'),
  });
  expect(await shop.called(1)).toMatchObject([{ name: 'Fine success' }]);
  expect(shop.errors).toEqual([]);
  // The other page's lock is released, and its key is gone.
  const locks = () =>
    page.evaluate(async () => JSON.stringify([await navigator.locks.query(), Object.keys(localStorage)]));
  await expect.poll(locks).not.toContain('_trickle_9999999_x');
});
