// @chromium: the order of commands and their repetition; hostile.spec.ts tests lost and duplicate messages in every engine
import { expect, MESSAGES, passTime, type Shop, stopClock, test, track } from './shop.ts';

const names = async (shop: Shop, times: number) => (await shop.called(times)).map(({ name }) => name);

test('a request that is refused for now is sent again, and counts once', async ({ shop, page }) => {
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

test('after ten seconds the failure is reported once, and sending continues', async ({ shop, page }) => {
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
