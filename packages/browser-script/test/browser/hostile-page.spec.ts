import { jQuery } from './forms-shop.ts';
import { expect, test } from './shop.ts';

const COMMANDS = `_dcq.push(
  ['identify', { email: 'ann@example.com', tags: ['vip', 'new'], since: new Date(0), ...callbacks('identify') }],
  ['track', 'Signed up', { value: 5, plans: ['pro'], ...callbacks('track') }],
);`;

const pages: Record<string, string> = {
  'adds toJSON to all built-ins': `
    for (const { prototype } of [Array, String, Number, Boolean, Date, Object]) {
      Object.defineProperty(prototype, 'toJSON', { value: () => '"patched"', configurable: true, writable: true });
    }`,
  'adds enumerable members to Array.prototype and Object.prototype': `
    for (const name of ['each', 'all', 'any', 'clear', 'first', 'last', 'toJSON', 'include']) {
      Array.prototype[name] = function () { return this; };
    }
    Object.prototype.extend = function () { return this; };`,
  'has Array methods that throw': `
    for (const name of ['map', 'filter', 'forEach', 'reduce', 'push', 'concat', 'slice', 'indexOf', 'find', 'some']) {
      const original = Array.prototype[name];
      Array.prototype[name] = function (...given) {
        // The test itself needs them.
        if (/9999999.js/.test(new Error().stack)) throw new Error(name);
        return original.apply(this, given);
      };
    }`,
  'has storage that throws': `
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(window, name, { get() { throw new DOMException('', 'SecurityError'); } });
    }
    Object.defineProperty(Document.prototype, 'cookie', {
      get() { throw new DOMException('', 'SecurityError'); },
      set() { throw new DOMException('', 'SecurityError'); },
    });`,
  'has no console and no crypto': `
    for (const name of ['console', 'crypto', 'Intl']) Object.defineProperty(window, name, { value: undefined });`,
  'freezes its globals': `
    window._dcq = window._dcq || [];
    for (const name of ['Object', 'Array', 'Promise', 'Function', 'String']) {
      Object.freeze(window[name]); Object.freeze(window[name].prototype);
    }`,
  'carries jQuery 1': jQuery('jquery-1').replaceAll('</script', '<\\/script'),
  'carries jQuery 3': jQuery('jquery-3').replaceAll('</script', '<\\/script'),
  'defines AMD and CommonJS': `
    window.define = () => { throw new Error('define'); }; window.define.amd = {};
    window.module = { exports: {} }; window.exports = {};`,
};

for (const [title, before] of Object.entries(pages)) {
  test(`a page that ${title} is left alone, and all is delivered`, async ({ shop }) => {
    await shop.open({ before, after: COMMANDS });
    expect(await shop.called(2)).toMatchObject([
      { name: 'identify success', success: true, anonymous: false },
      { name: 'track success', success: true, anonymous: false },
    ]);
    expect(shop.errors).toEqual([]);
    expect(shop.requests).toHaveLength(2);
    const person = await shop.client.subscribers.get('ann@example.com');
    expect([...person.tags].sort()).toEqual(['new', 'vip']);
    expect(person.custom_fields.since).toBe('1970-01-01T00:00:00.000Z');
  });
}

test('the script leaves three names on the page, and no others', async ({ shop, page }) => {
  await shop.open({ before: 'window.names = Object.keys(window);', after: COMMANDS });
  await shop.called(2);
  const names = await page.evaluate(
    'Object.keys(window).filter((name) => !names.includes(name) && !/^names$|^__pw/.test(name))',
  );
  expect(names).toEqual(['_dcs', '_dcq', '_dc']);
});

test('what cannot be sent is a failure, and the next command goes on', async ({ shop }) => {
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
    // In the browser's own words.
    ['loop failure', expect.stringMatching(/circular|cyclic/i)],
    ['trap failure', 'trap'],
    ['big failure', expect.stringMatching(/BigInt/)],
    ['fine success', undefined],
  ]);
  expect(shop.warnings).toHaveLength(3);
  expect(shop.errors).toEqual([]);
});

test('a page that hides where the script comes from has to say it', async ({ shop, page }) => {
  const clobber = `document.write('<img name="currentScript">');`;
  await shop.open({ before: clobber, after: COMMANDS });
  expect(shop.warnings).toEqual(['Trickle: window._dcs needs account and host']);
  expect(await page.evaluate(() => window._dc)).toBeUndefined();

  await shop.open({ before: clobber, after: `_dcs.host = '${shop.host}'; ${COMMANDS}` });
  expect(await shop.called(2)).toMatchObject([{ name: 'identify success' }, { name: 'track success' }]);
});

test('on a page without JSON every command fails, once and clearly', async ({ shop }) => {
  await shop.open({ before: 'window.JSON = {};', after: COMMANDS });
  expect((await shop.called(2)).map(({ name }) => name)).toEqual(['identify failure', 'track failure']);
  expect(shop.warnings).toEqual([
    expect.stringMatching(/^Trickle: identify failed: .*stringify/),
    expect.stringMatching(/^Trickle: track failed: .*stringify/),
  ]);
  expect(shop.errors).toEqual([]);
});

const CLOBBERED = [
  'addEventListener',
  'cookie',
  'prerendering',
  'createElement',
  'readyState',
  'referrer',
  '_dc',
];

test('elements named like members of the document or the window break no command', async ({ shop }) => {
  await shop.open({ after: COMMANDS });
  await shop.called(2);
  const images = CLOBBERED.map((name) => `<img name="${name}" id="${name}">`).join('');
  await shop.open({ before: `document.write('${images}');`, after: COMMANDS });
  expect(await shop.called(2)).toMatchObject([{ name: 'identify success' }, { name: 'track success' }]);
  expect(shop.collector.posts).toHaveLength(2);
  // The second page has read the cookie of the first.
  expect(new Set(shop.collector.posts.map(({ visitor }) => visitor)).size).toBe(1);
  expect([shop.errors, shop.warnings]).toEqual([[], []]);
});

test('a page of XHTML is served like one of HTML', async ({ shop, page }) => {
  await shop.open({
    headers: { 'content-type': 'application/xhtml+xml' },
    html: `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Shop</title><script>
      window.calls = [];
      window._dcs = { account: '${shop.account}' };
      window._dcq = [['track', 'Read', { success: (response) => calls.push(response) }]];
      </script><script async="" src="${shop.host}/${shop.account}.js"></script></head><body></body></html>`,
  });
  expect(await page.evaluate('document.contentType')).toBe('application/xhtml+xml');
  expect(await shop.called(1)).toMatchObject([{ success: true }]);
});

test('without sendBeacon, what waits when the page is left arrives', async ({ shop, page }) => {
  await shop.open({ before: `Object.defineProperty(navigator, 'sendBeacon', { value: undefined });` });
  await page.waitForFunction(() => typeof window._dc === 'object');
  await page.evaluate(`_dcq.push(['track', 'Clicked']); location.href = 'about:blank';`);
  await page.waitForURL('about:blank');
  await expect.poll(async () => (await shop.client.eventActions.list()).items).toEqual(['Clicked']);
});
