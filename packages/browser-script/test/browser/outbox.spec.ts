// @thorough: one feature in all its states
import type { Page } from '@playwright/test';
import { STORED } from './hostile-trial.ts';
import { expect, type Shop, test, track } from './shop.ts';

const storedBy = (page: Page) => page.evaluate<string>(STORED);

const performed = async ({ server }: Shop) =>
  (await server.events({ event: 'subscriber.performed_custom_event' })).length;

test('a page without stored messages reads storage once, after its first request @chromium', async ({
  shop,
  page,
}) => {
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

test('a lock that is never given back does not stop messages', async ({ shop, page, context }) => {
  await shop.open({ path: '/one' });
  const kept = `{"id":"${'a'.repeat(32)}","sent_at":"${new Date().toISOString()}","command":"track","arguments":{"action":"Kept"}}\n`;
  await page.evaluate((text) => {
    localStorage.setItem('_trickle_9999999_left', text);
    // It is stolen.
    navigator.locks.request('_trickle_9999999_left', () => new Promise(() => {})).catch(() => {});
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

test('invalid data in storage does no harm @chromium', async ({ shop, page }) => {
  await shop.open({
    before: `localStorage.setItem('_trickle_9999999_x', 'nonsense\\n\\n${'c'.repeat(76)}\\n{"id":"');`,
    after: track('Fine'),
  });
  expect(await shop.called(1)).toMatchObject([{ name: 'Fine success' }]);
  // The other page's lock is released, and its key is gone.
  const locks = () =>
    page.evaluate(async () => JSON.stringify([await navigator.locks.query(), Object.keys(localStorage)]));
  await expect.poll(locks).not.toContain('_trickle_9999999_x');
});
