// @chromium: the order of commands and their repetition; what gets lost or is doubled, hostile.spec.ts shows in every engine
import { expect, MESSAGES, passTime, type Shop, stopClock, test } from './shop.ts';

const names = async (shop: Shop, times: number) => (await shop.called(times)).map(({ name }) => name);

const track = (name: string) => `_dcq.push(['track', '${name}', callbacks('${name}')]);`;

test('a request that the server rejects for now is sent again, and applies its command once', async ({
  shop,
  page,
}) => {
  await stopClock(page);
  await shop.each([429, 500, 503], async (status) => {
    let posts = 0;
    await page.route(MESSAGES, (route) =>
      ++posts < 3 ? route.fulfill({ status, body: 'no' }) : route.continue(),
    );
    await shop.open({ after: track('Signed up') });
    await passTime(page, () => posts).toBe(3);
    expect(await names(shop, 1)).toEqual(['Signed up success']);
    await page.clock.runFor(60_000);
    expect(await names(shop, 1)).toEqual(['Signed up success']);
    expect(posts).toBe(3);
  });
});

test('after a lost answer the message is sent again, and the server applies it once', async ({
  shop,
  page,
}) => {
  shop.collector.mood = 'forgetful';
  await stopClock(page);
  await shop.open({
    after: `_dcq.push(['identify', { email: 'ann@example.com', ...callbacks('identify') }]);`,
  });
  await expect.poll(() => shop.collector.posts.length).toBeGreaterThan(0);
  shop.collector.mood = 'open';
  await passTime(page, () => page.evaluate(() => window.calls.length)).toBe(1);
  expect(await names(shop, 1)).toEqual(['identify success']);
  const ids = shop.collector.posts.map(({ messages }) => messages[0]?.id);
  expect(ids.length).toBeGreaterThan(1);
  expect(new Set(ids).size).toBe(1);
  expect(await shop.server.events({ event: 'subscriber.created' })).toHaveLength(1);
});

test('the script waits as long as Retry-After says', async ({ shop, page }) => {
  let posts = 0;
  await page.route(MESSAGES, (route) =>
    ++posts === 1
      ? route.fulfill({
          status: 429,
          headers: {
            'retry-after': '9',
            'access-control-allow-origin': '*',
            'access-control-expose-headers': 'retry-after',
          },
        })
      : route.continue(),
  );
  await stopClock(page);
  await shop.open({ after: track('Signed up') });
  await expect.poll(() => posts).toBe(1);
  await page.clock.runFor(5000);
  expect(posts).toBe(1);
  await passTime(page, () => posts).toBe(2);
  expect(await names(shop, 1)).toEqual(['Signed up success']);
});

test('without an answer within ten seconds the failure is reported once, and sending continues', async ({
  shop,
  page,
}) => {
  let isUp = false;
  await page.route(MESSAGES, (route) => (isUp ? route.continue() : route.abort()));
  await stopClock(page);
  await shop.open({ after: track('Signed up') });
  await passTime(page, () => page.evaluate(() => window.calls.length)).toBe(1);
  const [call] = await shop.called(1);
  expect(call).toMatchObject({
    name: 'Signed up failure',
    success: false,
    error: 'no answer within 10 seconds',
  });
  expect(call?.visitor_uuid).toMatch(/^[0-9a-f]{32}$/);

  isUp = true;
  await passTime(page, shop.actions).toEqual(['Signed up']);
  expect(await names(shop, 1)).toEqual(['Signed up failure']);
});

test('a request that gets no answer times out and is sent again', async ({ shop, page }) => {
  let posts = 0;
  await page.route(MESSAGES, (route) => (++posts === 1 ? undefined : route.continue()));
  await stopClock(page);
  await shop.open({ after: track('Signed up') });
  await expect.poll(() => posts).toBe(1);
  await page.clock.runFor(9000);
  expect(posts).toBe(1);
  await passTime(page, shop.actions).toEqual(['Signed up']);
  expect(posts).toBe(2);
  expect(await names(shop, 1)).toEqual(['Signed up failure']);
});

test('commands given offline are sent when the network is back', async ({ shop, page, context }) => {
  await shop.open();
  await shop.isLoaded();
  await context.setOffline(true);
  await page.evaluate(track('Signed up'));
  await page.evaluate(track('Left'));
  expect(shop.collector.posts).toEqual([]);
  await context.setOffline(false);
  expect(await names(shop, 2)).toEqual(['Signed up success', 'Left success']);
  expect(shop.collector.posts).toHaveLength(1);
});

/** JSON of another shape, without a result of this message, and with a result that says nothing. */
const NO_ANSWERS = [
  '{"ok":true}',
  '{"results":[null,1,{"id":"other","success":true}]}',
  '{"results":{"id":1}}',
];

test('an answer without a result is a failure', async ({ shop, page }) => {
  await shop.each(NO_ANSWERS, async (body) => {
    await page.route(MESSAGES, (route) => route.fulfill({ body }));
    await shop.open({ after: track('Signed up') });
    expect(await shop.called(1)).toMatchObject([
      { name: 'Signed up failure', success: false, error: 'no answer' },
    ]);
    expect(shop.errors).toEqual([]);
  });
});

test('an unknown account is a failure at once', async ({ shop, page }) => {
  let posts = 0;
  await page.route(MESSAGES, (route) => {
    posts++;
    return route.fulfill({ status: 404 });
  });
  await shop.open({ after: track('Signed up') });
  expect(await shop.called(1)).toMatchObject([{ error: 'the server answered 404' }]);
  expect(posts).toBe(1);
  expect(shop.warnings).toEqual(['Trickle: track failed: the server answered 404']);
});

test('waiting messages are sent when the visitor leaves the page', async ({ shop, page }) => {
  const { collector } = shop;
  collector.mood = 'busy';
  await stopClock(page);
  await shop.open({ after: track('First') + track('Second') });
  await expect.poll(() => collector.posts.length).toBe(1);
  // The second attempt gets no answer and ends with the page.
  collector.mood = 'silent';
  await passTime(page, () => collector.posts.length).toBe(2);
  collector.mood = 'open';
  await shop.open({ path: '/elsewhere', snippet: '' });
  await expect.poll(shop.actions).toEqual(['First', 'Second']);
});

test('a command given just before the visitor leaves the page arrives', async ({ shop, page }) => {
  await shop.open();
  await shop.isLoaded();
  await page.evaluate(`${track('Clicked')} location.href = 'about:blank';`);
  // Chromium may hang if it is closed during a navigation.
  await page.waitForURL('about:blank');
  await expect.poll(shop.actions).toEqual(['Clicked']);
});
