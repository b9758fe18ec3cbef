// @thorough: hostile pages
import { jQuery } from './libraries.ts';
import { ACCOUNT, expect, test } from './shop.ts';

const COMMANDS = `_dcq.push(
  ['identify', { email: 'ann@example.com', tags: ['vip', 'new'], since: new Date(0), ...callbacks('identify') }],
  ['track', 'Signed up', { value: 5, plans: ['pro'], ...callbacks('track') }],
);`;

/** The first one also runs in other engines. */
const pages: Record<string, string> = {
  'freezes its globals': `
    window._dcq = window._dcq || [];
    for (const name of ['Object', 'Array', 'Promise', 'Function', 'String']) {
      Object.freeze(window[name]); Object.freeze(window[name].prototype);
    }`,
  'uses the name of the queue for an object': 'window._dcq = { push() {} };',
  'has no body when it is parsed': `
    document.addEventListener('DOMContentLoaded', () => document.body.remove());`,
  'adds enumerable members to Array.prototype and Object.prototype': `
    for (const name of ['each', 'all', 'any', 'clear', 'first', 'last', 'toJSON', 'include']) {
      Array.prototype[name] = function () { return this; };
    }
    Object.prototype.extend = function () { return this; };`,
  'has Array methods that throw': `
    for (const name of ['map', 'filter', 'forEach', 'reduce', 'push', 'concat', 'slice', 'indexOf', 'find', 'some']) {
      const original = Array.prototype[name];
      Array.prototype[name] = function (...given) {
        // The test needs them.
        if (/9999999.js/.test(new Error().stack)) throw new Error(name);
        return original.apply(this, given);
      };
    }`,
  'has no console and no crypto': `
    for (const name of ['console', 'crypto', 'Intl']) Object.defineProperty(window, name, { value: undefined });`,
  'carries jQuery 1': jQuery('jquery-1'),
  'carries jQuery 3': jQuery('jquery-3'),
  'defines AMD and CommonJS': `
    window.define = () => { throw new Error('define'); }; window.define.amd = {};
    window.module = { exports: {} }; window.exports = {};`,
};

test('on a hostile page nothing breaks, and every command arrives', async ({ shop }) => {
  await shop.each(Object.keys(pages), async (title) => {
    await shop.open({ before: pages[title] ?? '', after: COMMANDS });
    expect(await shop.called(2)).toMatchObject([
      { name: 'identify success', success: true, anonymous: false },
      { name: 'track success', success: true, anonymous: false },
    ]);
    expect(shop.requests).toHaveLength(2);
    const subscriber = await shop.client.subscribers.get('ann@example.com');
    expect([...subscriber.tags].sort()).toEqual(['new', 'vip']);
    expect(subscriber.custom_fields.since).toBe('1970-01-01T00:00:00.000Z');
  });
});

test('the script adds three globals to the page, and no others @chromium', async ({ shop, page }) => {
  await shop.open({ before: 'window.names = Object.keys(window);', after: COMMANDS });
  await shop.called(2);
  const names = await page.evaluate(
    'Object.keys(window).filter((name) => !names.includes(name) && !/^names$|^__pw/.test(name))',
  );
  expect(names).toEqual(['_dcs', '_dcq', '_dc']);
});

test('a command that cannot be serialized fails, and the next one is sent @chromium', async ({ shop }) => {
  await shop.open({
    after: `
  const loop = {}; loop.loop = loop;
  const trap = { get name() { throw new Error('trap'); } };
  _dcq.push(
    ['track', 'Loop', { loop, ...callbacks('loop') }],
    ['track', 'Trap', { trap, ...callbacks('trap') }],
    ['track', 'Big', { big: 10n, ...callbacks('big') }],
    ['track', 'Fine', { node: document.body, fn() {}, none: undefined, ...callbacks('fine') }],
  );`,
  });
  const calls = await shop.called(4);
  expect(calls.map(({ name, error }) => [name, error])).toEqual([
    // The browser's message.
    ['loop failure', expect.stringMatching(/circular|cyclic/i)],
    ['trap failure', 'trap'],
    ['big failure', expect.stringMatching(/BigInt/)],
    ['fine success', undefined],
  ]);
  expect(shop.warnings).toHaveLength(3);
});

test('a page that hides the script element needs account and host @chromium', async ({ shop, page }) => {
  const clobber = `document.write('<img name="currentScript">');`;
  await shop.open({ before: clobber, after: COMMANDS });
  expect(shop.warnings).toEqual(['Trickle: window._dcs needs account and host']);
  expect(await page.evaluate(() => window._dc)).toBeUndefined();

  await shop.open({ before: clobber, after: `_dcs.host = '${shop.url}'; ${COMMANDS}` });
  expect(await shop.called(2)).toMatchObject([{ name: 'identify success' }, { name: 'track success' }]);
});

test('on a page without JSON every command fails once with a clear reason @chromium', async ({ shop }) => {
  await shop.open({ before: 'window.JSON = {};', after: COMMANDS });
  expect((await shop.called(2)).map(({ name }) => name)).toEqual(['identify failure', 'track failure']);
  expect(shop.warnings).toEqual([
    expect.stringMatching(/^Trickle: identify failed: .*stringify/),
    expect.stringMatching(/^Trickle: track failed: .*stringify/),
  ]);
});

const CLOBBERED = 'addEventListener cookie prerendering createElement readyState referrer _dc'.split(' ');

test("elements named like members of the page's objects break no command", async ({ shop, page }) => {
  const images = CLOBBERED.map((name) => `<img name="${name}" id="${name}">`).join('');
  for (let visit = 0; visit < 2; visit++) {
    await shop.open({ before: `document.write('${images}');`, after: COMMANDS });
    expect(await shop.called(2)).toMatchObject([{ name: 'identify success' }, { name: 'track success' }]);
    expect(await page.evaluate('document.cookie instanceof HTMLImageElement')).toBe(true);
  }
  // The second page read the cookie that the first has written.
  const [first, second] = shop.collector.posts.map(({ visitor }) => visitor);
  expect(second).toBe(first);
  const [cookie] = await page.context().cookies();
  expect(cookie?.value).toContain(first);
  expect(shop.warnings).toEqual([]);
});

test('the script works on an XHTML page @chromium', async ({ shop, page }) => {
  await shop.open({
    headers: { 'content-type': 'application/xhtml+xml' },
    html: `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Shop</title><script>
      window.calls = [];
      window._dcs = { account: '${ACCOUNT}' };
      window._dcq = [['track', 'Read', { success: (response) => calls.push(response) }]];
      </script><script async="" src="${shop.url}/${ACCOUNT}.js"></script></head><body></body></html>`,
  });
  expect(await page.evaluate('document.contentType')).toBe('application/xhtml+xml');
  expect(await shop.called(1)).toMatchObject([{ success: true }]);
});
