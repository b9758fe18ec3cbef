import { expect, MESSAGES, passTime, type Shop, stopClock, test } from './shop.ts';

const names = async (shop: Shop, times: number) => (await shop.called(times)).map(({ name }) => name);

const track = (name: string) => `_dcq.push(['track', '${name}', callbacks('${name}')]);`;

for (const status of [429, 500, 503]) {
  test(`a request answered with ${status} is sent again, and the server applies its command once`, async ({
    shop,
    page,
  }) => {
    let posts = 0;
    await page.route(MESSAGES, (route) =>
      ++posts < 3 ? route.fulfill({ status, body: 'no' }) : route.continue(),
    );
    await stopClock(page);
    await shop.open({ after: track('Signed up') });
    await passTime(page, () => posts).toBe(3);
    expect(await names(shop, 1)).toEqual(['Signed up success']);
    await page.clock.runFor(60_000);
    expect(await names(shop, 1)).toEqual(['Signed up success']);
    expect(posts).toBe(3);
  });
}

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
  await passTime(page, async () => (await shop.client.eventActions.list()).items).toEqual(['Signed up']);
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
  await passTime(page, async () => (await shop.client.eventActions.list()).items).toEqual(['Signed up']);
  expect(posts).toBe(2);
  expect(await names(shop, 1)).toEqual(['Signed up failure']);
});

test('commands given offline are sent when the network is back', async ({ shop, page, context }) => {
  await shop.open();
  await page.waitForFunction(() => typeof window._dc === 'object');
  await context.setOffline(true);
  await page.evaluate(track('Signed up'));
  await page.evaluate(track('Left'));
  expect(shop.collector.posts).toEqual([]);
  await context.setOffline(false);
  expect(await names(shop, 2)).toEqual(['Signed up success', 'Left success']);
  expect(shop.collector.posts).toHaveLength(1);
});

for (const [title, answer] of Object.entries({
  'JSON of another shape': { body: '{"ok":true}' },
  'no result of this message': { body: '{"results":[null,1,{"id":"other","success":true}]}' },
  'a result that says nothing': { body: '{"results":{"id":1}}' },
})) {
  test(`an answer with ${title} is a failure`, async ({ shop, page }) => {
    await page.route(MESSAGES, (route) => route.fulfill(answer));
    await shop.open({ after: track('Signed up') });
    expect(await shop.called(1)).toMatchObject([
      { name: 'Signed up failure', success: false, error: 'no answer' },
    ]);
    expect(shop.errors).toEqual([]);
  });
}

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
  await expect
    .poll(async () => [...(await shop.client.eventActions.list()).items].sort())
    .toEqual(['First', 'Second']);
});

test('a command given just before the visitor leaves the page arrives', async ({ shop, page }) => {
  await shop.open();
  await page.waitForFunction(() => typeof window._dc === 'object');
  await page.evaluate(`${track('Clicked')} location.href = 'about:blank';`);
  // Chromium may hang if it is closed during a navigation.
  await page.waitForURL('about:blank');
  await expect.poll(async () => (await shop.client.eventActions.list()).items).toEqual(['Clicked']);
});
