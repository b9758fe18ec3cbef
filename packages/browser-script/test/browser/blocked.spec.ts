// @thorough: hostile pages
import { expect, inOtherEngines, stopClock, test } from './shop.ts';

const COMMAND = `_dcq.push(['track', 'Visited', callbacks('track')]);`;
const BLOCKED = {
  name: 'track failure',
  success: false,
  visitor_uuid: '',
  anonymous: true,
  error: 'blocked',
};

test('a blocked script does not break the page, and callbacks fail once within ten seconds', async ({
  shop,
  page,
}) => {
  await page.route('**/*.js', (route) => route.abort('blockedbyclient'));
  await stopClock(page);
  await shop.open({ after: COMMAND });
  await page.clock.runFor(9000);
  expect(await page.evaluate(() => window.calls)).toEqual([]);
  await page.clock.runFor(1000);
  expect(await shop.called(1)).toEqual([BLOCKED]);
  await page.evaluate(COMMAND);
  await page.clock.runFor(30_000);
  expect(await shop.called(2)).toEqual([BLOCKED, BLOCKED]);
  expect(shop.errors).toEqual([]);
  expect(shop.requests).toEqual([`GET /${shop.account}.js`]);
});

test('a script that loads late sends the commands whose callbacks have failed', async ({ shop, page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await stopClock(page);
  await shop.open({ after: COMMAND, isSlow: true });
  await page.clock.runFor(10_000);
  expect(await shop.called(1)).toEqual([BLOCKED]);
  release();
  await expect.poll(async () => (await shop.client.eventActions.list()).items).toEqual(['Visited']);
  expect(await page.evaluate(() => window.calls)).toEqual([BLOCKED]);
});

/** Pushes `null`, a frozen callback object, and a callback object that two commands share. */
const ODD = `const shared = callbacks('shared');
  _dcq.push(null, ['track', 'Frozen', Object.freeze(callbacks('frozen'))], ['track', 'A', shared], ['track', 'B', shared]);`;

for (const isBlocked of [true, false]) {
  test(
    `null, frozen and shared callbacks are called once if the script is ${isBlocked ? '' : 'not '}blocked`,
    inOtherEngines(isBlocked),
    async ({ shop, page }) => {
      if (isBlocked) await page.route('**/*.js', (route) => route.abort('blockedbyclient'));
      await stopClock(page);
      await shop.open({ after: ODD });
      if (!isBlocked) await shop.called(3);
      await page.clock.runFor(60_000);
      const outcome = isBlocked ? 'failure' : 'success';
      expect((await shop.called(3)).map(({ name }) => name)).toEqual([
        `frozen ${outcome}`,
        `shared ${outcome}`,
        `shared ${outcome}`,
      ]);
      expect(shop.errors).toEqual([]);
    },
  );
}
