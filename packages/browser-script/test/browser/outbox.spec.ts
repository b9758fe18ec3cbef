import { expect, MESSAGES, type Shop, test } from './shop.ts';

const track = (name: string) => `_dcq.push(['track', '${name}', callbacks('${name}')]);`;
const KEY = '_trickle_9999999';

const actions = async ({ client }: Shop) => [...(await client.eventActions.list()).items].sort();
const performed = async ({ server }: Shop) =>
  (await server.events({ event: 'subscriber.performed_custom_event' })).length;

test('what could not be sent is kept, and sent by the next page of the site', async ({ shop, page }) => {
  await page.route(MESSAGES, (route) => route.abort());
  await shop.open({ after: track('Kept') + track('Kept too') });
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), KEY)).toContain('Kept too');
  await page.unroute(MESSAGES);
  await shop.open({ path: '/next' });
  await expect.poll(() => actions(shop)).toEqual(['Kept', 'Kept too']);
  // Nobody on this page waits for it.
  expect(await page.evaluate(() => window.calls)).toEqual([]);
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), KEY)).toBe('');
});

test('a message that arrived though its answer was lost counts once', async ({ shop, page }) => {
  shop.collector.mood = 'forgetful';
  await shop.open({
    after: `_dcq.push(['identify', { email: 'ann@example.com' }]); ${track('Once')}`,
  });
  await expect.poll(() => performed(shop)).toBe(1);
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), KEY)).toContain('Once');
  shop.collector.mood = 'open';
  await shop.open({ after: track('After') });
  await expect.poll(() => performed(shop)).toBe(2);
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), KEY)).toBe('');
  expect(await performed(shop)).toBe(2);
});

test('what a page keeps is left alone by pages beside it', async ({ shop, page, context }) => {
  const senders: string[] = [];
  await context.route(MESSAGES, (route) => {
    senders.push(new URL(route.request().frame().url()).pathname);
    return route.fulfill({ status: 503 });
  });
  await shop.open({ path: '/one', after: `if (location.pathname === '/one') ${track('Mine')}` });
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), KEY)).toContain('Mine');
  const beside = await context.newPage();
  await beside.goto(page.url().replace('/one', '/two'));
  await expect
    .poll(() => beside.evaluate(() => navigator.locks.query()))
    .toMatchObject({
      pending: [expect.anything()],
    });
  // The page beside asks for its turn; it gets it when the first one has gone.
  expect(new Set(senders)).toEqual(new Set(['/one']));
  await page.close();
  await expect.poll(() => senders).toContain('/two');
});

test('a page that keeps nothing touches storage once, after its first request', async ({ shop, page }) => {
  await shop.open({
    before: `
      window.order = [];
      const original = fetch;
      window.fetch = (...request) => { order.push('fetch'); return original(...request); };
      for (const name of ['getItem', 'setItem', 'removeItem']) {
        const method = Storage.prototype[name];
        Storage.prototype[name] = function (...given) { order.push(name); return method.apply(this, given); };
      }`,
    after: track('Quick'),
  });
  await shop.called(1);
  await expect.poll(() => page.evaluate('order')).toEqual(['fetch', 'getItem']);
});

test('no more than 64 KB is kept, the newest of it, and nothing that is a week old', async ({
  shop,
  page,
}) => {
  await page.route(MESSAGES, (route) => route.abort());
  const old = `${'a'.repeat(32)}${Date.now() - 8 * 24 * 60 * 60 * 1000}\t{}\t{"id":"${'b'.repeat(32)}"}\n`;
  await shop.open({
    before: `localStorage.setItem('${KEY}', ${JSON.stringify(old)});`,
    after: `for (let n = 0; n < 30; n++) _dcq.push(['track', 'Long ' + n, { text: 'x'.repeat(4000) }]);`,
  });
  const kept = () => page.evaluate((key) => localStorage.getItem(key) ?? '', KEY);
  await expect.poll(kept).toContain('Long 29');
  const text = await kept();
  expect(text.length).toBeLessThanOrEqual(65_536);
  expect(text.length).toBeGreaterThan(60_000);
  expect(text).not.toContain('Long 3"');
  expect(text).not.toContain('b'.repeat(32));
});

test('nonsense in storage harms nothing', async ({ shop, page }) => {
  await shop.open({
    before: `localStorage.setItem('${KEY}', 'nonsense\\n\\t\\t\\n${'c'.repeat(32)}\\n${'d'.repeat(45)}\\t{}\\t{}\\n');`,
    after: track('Fine'),
  });
  expect(await shop.called(1)).toMatchObject([{ name: 'Fine success' }]);
  expect(shop.errors).toEqual([]);
  await expect
    .poll(() => page.evaluate(() => navigator.locks.query()))
    .toMatchObject({ held: [], pending: [] });
});
