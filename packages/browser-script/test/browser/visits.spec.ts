// @thorough: one feature in all its states
import { expect, type Shop, test } from './shop.ts';

/** Returns the paths of the visits that were sent. */
const visitsIn = ({ collector }: Shop): string[] =>
  collector.posts.flatMap(({ messages }) =>
    messages
      .filter(({ command }) => command === 'visit')
      .map(({ page }) => page.url.replace(/^https?:\/\/[^/]+/, '')),
  );

const conversions = async ({ server }: Shop) => (await server.conversions()).length;

test.describe('an account with conversions by URL', () => {
  test.use({
    accountParts: {
      goals: [
        { id: '1', name: 'Thanks', url: '/thanks', counting_method: 'all' },
        { id: '2', name: 'Application', url: '/app*', counting_method: 'all' },
      ],
    },
  });

  test('a visit is sent for a page of the configuration, with the first commands, and for no other page', async ({
    shop,
    page,
  }) => {
    await shop.open({ path: '/thanks?x=1', after: `_dcq.push(['track', 'Bought', callbacks('track')]);` });
    await shop.called(1);
    expect(visitsIn(shop)).toEqual(['/thanks?x=1']);
    expect(shop.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
    expect(await conversions(shop)).toBe(1);
    await shop.open({ path: '/' });
    await page.waitForFunction(() => typeof window._dc === 'object');
    expect(visitsIn(shop)).toHaveLength(1);
  });

  test('an application that changes its URL sends each visit once', async ({ shop, page }) => {
    await shop.open({ path: '/' });
    await page.waitForFunction(() => typeof window._dc === 'object');
    const go = async (script: string, path: string) => {
      const before = visitsIn(shop).length;
      await page.evaluate(script);
      await expect.poll(() => visitsIn(shop).slice(before)).toEqual([path]);
    };
    await go(`history.pushState({ a: 1 }, '', '/app/1')`, '/app/1');
    await go(`history.replaceState(null, '', '/app/2')`, '/app/2');
    // Two URLs in one task are one navigation.
    await go(`history.pushState(null, '', '/app/3'); history.replaceState(null, '', '/app/4')`, '/app/4');
    await go('history.back()', '/app/2');
    // Fragments and the same URL again are not visits.
    await page.evaluate(`location.hash = '#top'; history.pushState(null, '', location.href);`);
    await go(`location.hash = '#/inside'`, '/app/2#/inside');
    await go(`history.pushState(null, '', '/app/5')`, '/app/5');
    expect(visitsIn(shop)).toHaveLength(6);
    expect(await page.evaluate(() => history.state)).toBe(null);
  });

  test('an application that uses the Navigation API where there is one sends each visit once', async ({
    shop,
    page,
  }) => {
    await shop.open({
      path: '/',
      // The page's own handler fails: the URL has changed by then.
      before: `
        window.navigation?.addEventListener('navigate', (event) => {
          if (event.canIntercept) event.intercept({ handler: () => Promise.reject(new Error('no network')) });
        });
        const go = (url, replace) =>
          window.navigation
            ? void navigation.navigate(url, { history: replace ? 'replace' : 'push' }).finished.catch(() => {})
            : history[replace ? 'replaceState' : 'pushState'](null, '', url);
        const back = () => (window.navigation ? void navigation.back().finished.catch(() => {}) : history.back());`,
    });
    await page.waitForFunction(() => typeof window._dc === 'object');
    for (const [script, path] of [
      [`go('/app/1')`, '/app/1'],
      [`go('/app/2', true)`, '/app/2'],
      [`history.pushState(null, '', '/app/3')`, '/app/3'],
      ['back()', '/app/2'],
    ] as const) {
      const before = visitsIn(shop).length;
      await page.evaluate(script);
      await expect.poll(() => visitsIn(shop).slice(before)).toEqual([path]);
    }
    expect(visitsIn(shop)).toHaveLength(4);
  });
});

test('an account without conversions by URL sends no visits', async ({ shop, page }) => {
  await shop.open({ path: '/thanks' });
  await page.waitForFunction(() => typeof window._dc === 'object');
  await page.evaluate(`history.pushState(null, '', '/app')`);
  await page.evaluate(() => fetch('/').then((response) => response.text()));
  expect(shop.requests).toEqual([`GET /${shop.account}.js`]);
});

for (const [given, left] of [
  ['/?dst=vip', '/'],
  ['/a?dst=vip&x=1', '/a?x=1'],
  ['/a?x=1&dst=vip', '/a?x=1'],
  ['/a?x=1&dst=vip&y=2#z', '/a?x=1&y=2#z'],
  ['/?dst=vip&dst=vip', '/'],
  ['/?dst=vip&dst=vip&x=1', '/?x=1'],
  ['/?dst=vip&x=1&dst=vip#z', '/?x=1#z'],
  ['/?x=1&dst=vip&dst=vip&y=2&dst=vip', '/?x=1&y=2'],
  ['/#/r?dst=vip', '/#/r'],
  ['/?dst=vip#/r?dst=vip', '/#/r'],
  ['/a?x=1#!/r?y=2&dst=vip&z=3', '/a?x=1#!/r?y=2&z=3'],
] as const) {
  test(`the tag in ${given} is applied and removed from the URL`, async ({ shop, page }) => {
    await shop.open({
      path: given,
      before: `history.replaceState({ mine: 1 }, '');`,
      after: `_dcq.push(['identify', { email: 'ann@example.com', ...callbacks('identify') }]);`,
    });
    await shop.called(1);
    expect((await shop.client.subscribers.get('ann@example.com')).tags).toEqual(['vip']);
    expect(new URL(page.url()).href.slice(new URL(page.url()).origin.length)).toBe(left);
    expect(await page.evaluate(() => history.state)).toEqual({ mine: 1 });
    expect(shop.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
  });
}
