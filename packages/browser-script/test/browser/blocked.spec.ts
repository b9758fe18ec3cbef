// @thorough: hostile pages
// @chromium: hostile.spec.ts tests a blocked script in every engine
import { expect, hold, stopClock, test } from './shop.ts';

const COMMAND = `_dcq.push(['track', 'Visited', callbacks('track')]);`;
const BLOCKED = {
  name: 'track failure',
  success: false,
  visitor_uuid: '',
  anonymous: true,
  error: 'blocked',
};

test('if the script is blocked, callbacks fail once within ten seconds', async ({ shop, page }) => {
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
  expect(shop.requests).toEqual(['GET /9999999.js']);
});

test('a script that loads late sends the commands whose callbacks have failed', async ({ shop, page }) => {
  const release = await hold(page, '**/*.js');
  await stopClock(page);
  await shop.open({ after: COMMAND, isSlow: true });
  await page.clock.runFor(10_000);
  expect(await shop.called(1)).toEqual([BLOCKED]);
  release();
  await expect.poll(shop.actions).toEqual(['Visited']);
  expect(await page.evaluate(() => window.calls)).toEqual([BLOCKED]);
});

/** Pushes `null`, a frozen callback object, and a callback object that two commands share. */
const ODD = `const shared = callbacks('shared');
  _dcq.push(null, ['track', 'Frozen', Object.freeze(callbacks('frozen'))], ['track', 'A', shared], ['track', 'B', shared]);`;

test('frozen and shared callbacks are called once, also if the script is blocked', async ({ shop, page }) => {
  await stopClock(page);
  await shop.each(['failure', 'success'], async (outcome) => {
    await page.route('**/*.js', (route) =>
      outcome === 'failure' ? route.abort('blockedbyclient') : route.continue(),
    );
    await shop.open({ after: ODD });
    if (outcome === 'success') await shop.called(3);
    await page.clock.runFor(60_000);
    const names = (await shop.called(3)).map(({ name }) => name);
    expect(names).toEqual([`frozen ${outcome}`, `shared ${outcome}`, `shared ${outcome}`]);
  });
});
