// @thorough: one feature in all its states
import type { Page } from '@playwright/test';
import { ACCOUNT, expect, type Shop, test } from './shop.ts';

/** Returns the paths of the visits that were sent. */
const visitsIn = ({ collector }: Shop): string[] =>
  collector.posts.flatMap(({ messages }) =>
    messages
      .filter(({ command }) => command === 'visit')
      .map(({ page }) => page.url.replace(/^https?:\/\/[^/]+/, '')),
  );

const conversions = async ({ server }: Shop) => (await server.conversions()).length;

const THANKS = { id: '1', name: 'Thanks', url: '/thanks', counting_method: 'all' as const };
const APPLICATION = { id: '2', name: 'Application', url: '/app*', counting_method: 'all' as const };

test('a visit is sent with the first commands for configured pages only @chromium', async ({ shop }) => {
  await shop.start({ goals: [THANKS, APPLICATION] });
  await shop.open({ path: '/thanks?x=1', after: `_dcq.push(['track', 'Bought', callbacks('track')]);` });
  await shop.called(1);
  expect(visitsIn(shop)).toEqual(['/thanks?x=1']);
  expect(shop.posts()).toHaveLength(1);
  expect(await conversions(shop)).toBe(1);
  await shop.open({ path: '/' });
  await shop.isLoaded();
  expect(visitsIn(shop)).toHaveLength(1);
});

test('an application that changes its URL sends each visit once', async ({ shop, page }) => {
  await shop.start({ goals: [THANKS, APPLICATION] });
  await shop.open({ path: '/' });
  await shop.isLoaded();
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

test('an application that uses the Navigation API sends each visit once', async ({ shop, page }) => {
  await shop.start({ goals: [THANKS, APPLICATION] });
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
  await shop.isLoaded();
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

test('an account without conversions by URL sends no visits @chromium', async ({ shop, page }) => {
  await shop.open({ path: '/thanks' });
  await shop.isLoaded();
  await page.evaluate(`history.pushState(null, '', '/app')`);
  await page.evaluate(() => fetch('/').then((response) => response.text()));
  expect(shop.requests).toEqual([`GET /${ACCOUNT}.js`]);
});

const TAGS = 'dst=vip&dst=new';

/** URLs with tags at every position of a parameter, the same URLs without them, and the tags. */
const TAGGED = [
  ['/a?x=1&@&y=2#z', '/a?x=1&y=2#z'],
  ['/?@', '/'],
  ['/a?@&', '/a'],
  ['/a?&@', '/a'],
  ['/a?@#x', '/a#x'],
  ['/a?@&#x', '/a#x'],
  ['/a?@&x=1', '/a?x=1'],
  ['/a?x=1&@', '/a?x=1'],
  ['/a?@&x=1&@#z', '/a?x=1#z'],
  ['/a?xdst=1&@&dsty=2', '/a?xdst=1&dsty=2'],
  ['/#/r?@', '/#/r'],
  ['/?@#/r?@', '/#/r'],
  ['/a?x=1#!/r?y=2&@&z=3', '/a?x=1#!/r?y=2&z=3'],
  ['/a?dst=vip&x=1&dst=vip&dst=vip#z', '/a?x=1#z', ['vip']],
  ['/a?dst=vip&x=1#z', '/a?x=1#z', ['vip']],
] as const;

const pathOf = (page: Page) => page.evaluate(() => location.href.slice(location.origin.length));

test('the tags in an address are applied and removed from the URL', async ({ shop, page }) => {
  await shop.each(TAGGED, async ([given, left, tags = ['new', 'vip']]) => {
    await shop.open({
      path: given.replaceAll('@', TAGS),
      before: `history.replaceState({ mine: 1 }, '');`,
      after: `_dcq.push(['identify', { email: 'ann@example.com', ...callbacks('identify') }]);`,
    });
    await shop.called(1);
    expect((await shop.client.subscribers.get('ann@example.com')).tags.toSorted()).toEqual(tags);
    expect(await pathOf(page)).toBe(left);
    expect(await page.evaluate(() => history.state)).toEqual({ mine: 1 });
    expect(shop.posts()).toHaveLength(1);
  });
});

/** Routers that put the address back with which the page was loaded. `done` is how often they have done so. */
const ROUTERS = {
  'at once': `
    const original = history.replaceState;
    history.replaceState = function (state, title, url) {
      original.apply(this, arguments);
      if (!/dst/.test(location.href) && done++ < 5) original.call(this, state, '', given);
    };`,
  'when the address changes': `
    const restore = () => !/dst/.test(location.href) && done++ < 5 && history.replaceState(null, '', given);
    window.navigation ? navigation.addEventListener('currententrychange', restore) : setInterval(restore, 20);`,
  'later, with another parameter': `
    const restore = () => !/dst/.test(location.href) && done++ < 5 &&
      history.replaceState(null, '', given.replace('dst=vip', 'dst=vip&tab=' + done));
    setInterval(restore, 20);`,
};

for (const [when, router] of Object.entries(ROUTERS))
  test(`an address that is put back ${when} tags the visitor once @chromium`, async ({ shop, page }) => {
    await shop.each(['/app?x=1&dst=vip#z', '/#/app?dst=vip'], async (path) => {
      await shop.start({ goals: [APPLICATION] });
      await shop.open({ path, before: `const given = location.href; window.done = 0; ${router}` });
      await page.waitForFunction('done >= 5 && !/dst/.test(location.href)');
      expect(visitsIn(shop).filter((visit) => visit.includes('dst='))).toEqual([path]);
      expect(new Set(visitsIn(shop)).size).toBe(visitsIn(shop).length);
    });
  });

test('again and again: the script stops removing the tags @chromium', async ({ shop, page }) => {
  await shop.start({ goals: [APPLICATION] });
  await shop.open({
    path: '/?dst=vip',
    before: `
      let removed = 0;
      const { replaceState } = history;
      history.replaceState = function (...inputs) {
        replaceState.apply(this, inputs);
        removed++;
        replaceState.call(this, null, '', '/?dst=vip');
      };
      const calm = () => new Promise((resolve) => {
        const seen = removed;
        setTimeout(() => resolve(seen > 1 && removed === seen), 500);
      });`,
  });
  await expect.poll(() => page.evaluate('calm()')).toBe(true);
  expect(visitsIn(shop)).toEqual(['/?dst=vip']);
});

test('tags in later addresses are applied if they are new @chromium', async ({ shop, page }) => {
  await shop.start({ goals: [APPLICATION] });
  await shop.open({ path: '/?dst=vip' });
  for (const [address, left, visits] of [
    ['/a?dst=vip', '/a', 1],
    ['/b?dst=new', '/b', 2],
    ['/app?dst=new', '/app', 3],
    ['/?dst=vip', '/', 3],
  ] as const) {
    await page.evaluate((url) => history.pushState(null, '', url), address);
    await expect.poll(() => pathOf(page)).toBe(left);
    await expect.poll(() => visitsIn(shop).length).toBe(visits);
  }
});

test('tags that a router writes back while the page loads are removed @chromium', async ({ shop, page }) => {
  await shop.open({
    path: '/?dst=vip',
    // Before the page's `load` event.
    before: `
    const { replaceState } = history;
    history.replaceState = function (...inputs) {
      replaceState.apply(this, inputs);
      history.replaceState = replaceState;
      replaceState.call(this, null, '', '/?dst=vip');
    };`,
  });
  await expect.poll(() => pathOf(page)).toBe('/');
  expect(visitsIn(shop)).toEqual(['/?dst=vip']);
});

const NO_NAVIGATION = [
  `Object.defineProperty(window, 'navigation', { value: undefined });`,
  `Object.defineProperty(window, 'navigation', { value: document.createElement('nav') });`,
];

test('the functions of the history are wrapped where there is no Navigation API', async ({ shop, page }) => {
  const visit = async (before: string) => {
    await shop.start({ goals: [APPLICATION] });
    await shop.open({ before: `${before} const native = [history.pushState, history.replaceState];` });
    await shop.isLoaded();
    const isNative = await page.evaluate(
      'native[0] === history.pushState && native[1] === history.replaceState',
    );
    expect(isNative).toBe(before === '' && (await page.evaluate('!!window.navigation')));
    for (const path of ['/app/1', '/app/2'])
      await page.evaluate((url) => history.pushState(null, '', url), path);
    await expect.poll(() => visitsIn(shop).at(-1)).toBe('/app/2');
    await page.evaluate(() => history.back());
    await expect.poll(() => visitsIn(shop).at(-1)).toBe('/app/1');
  };
  await shop.each(['', ...NO_NAVIGATION], visit);
});
