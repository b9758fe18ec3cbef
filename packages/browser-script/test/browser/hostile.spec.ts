/*
 * The fourteen ways in which pages lose or double what they tell. Each is tried TRIALS times (default once);
 * `node scripts/hostile.ts` tries each twenty times and writes the table in `docs/hostile.md`.
 */
import type { Page } from '@playwright/test';
import { expect, type Shop, test } from './shop.ts';

const TRIALS = Number(process.env.TRIALS ?? 1);

const track = (...names: string[]) =>
  names.map((name) => `_dcq.push(['track', '${name}', callbacks('${name}')]);`).join('\n');

/** Runs on the first page of a test only. */
const once = (script: string) => `if (location.pathname === '/') { ${script} }`;

const performed = async ({ server }: Shop) =>
  (await server.events({ event: 'subscriber.performed_custom_event' }))
    .map(({ properties }) => `${properties.action}`)
    .sort();

/** Everything has arrived, and nothing has arrived twice, also when whatever was kept has been sent again. */
async function expectDelivered(shop: Shop, page: Page, ...names: string[]): Promise<void> {
  await expect.poll(() => performed(shop)).toEqual([...names].sort());
  await shop.open({ path: '/last' });
  await page.waitForFunction(() => typeof window._dc === 'object');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('_trickle_9999999') ?? '')).toBe('');
  expect(await performed(shop)).toEqual([...names].sort());
  expect(shop.errors).toEqual([]);
}

/** Every callback was called, once, with success. */
async function expectCalled(shop: Shop, ...names: string[]): Promise<void> {
  const calls = await shop.called(names.length);
  expect(calls.map(({ name }) => name)).toEqual(names.map((name) => `${name} success`));
}

const loaded = (page: Page) => page.waitForFunction(() => typeof window._dc === 'object');

/** As if by the visitor: Playwright would wait for a page that may come from the back/forward cache. */
const goBack = (page: Page) => page.evaluate(() => void setTimeout(() => history.back()));

const expectPath = (page: Page, path: string) =>
  // Amid a navigation there is no page to ask.
  expect.poll(() => page.evaluate(() => location.pathname).catch(() => undefined)).toBe(path);

interface Trial {
  shop: Shop;
  page: Page;
  isChromium: boolean;
}

const IDENTIFY = `_dcq.push(['identify', { email: 'ann@example.com' }]);`;

const scenarios: Record<string, (trial: Trial) => Promise<void>> = {
  async 'an event, then navigation'({ shop, page }) {
    await shop.open({ after: once(IDENTIFY) });
    await loaded(page);
    await page.evaluate(`${track('Left')} location.href = '/next';`);
    await page.waitForURL('**/next');
    await expectDelivered(shop, page, 'Left');
  },

  async 'an event, then the tab is closed'({ shop, page }) {
    const tab = await page.context().newPage();
    await shop.open({ after: once(IDENTIFY) });
    await loaded(page);
    await tab.goto(page.url());
    await loaded(tab);
    await tab.evaluate(track('Closed'));
    await tab.close();
    await expectDelivered(shop, page, 'Closed');
  },

  async 'the collector answers 503 for four seconds'({ shop, page }) {
    shop.collector.mood = 'busy';
    setTimeout(() => {
      shop.collector.mood = 'open';
    }, 4000);
    await shop.open({ after: once(IDENTIFY + track('Patient', 'Patient too')) });
    await expectCalled(shop, 'Patient', 'Patient too');
    await expectDelivered(shop, page, 'Patient', 'Patient too');
  },

  async 'the collector is down, the page is left, and it is back'({ shop, page }) {
    shop.collector.mood = 'dead';
    await shop.open({ after: once(IDENTIFY + track('Down')) });
    await expect.poll(() => shop.collector.posts.length).toBeGreaterThan(0);
    await shop.open({ path: '/elsewhere', snippet: '' });
    shop.collector.mood = 'open';
    await shop.open({ path: '/again' });
    await expectDelivered(shop, page, 'Down');
  },

  async 'offline, then online'({ shop, page }) {
    await shop.open({ after: once(IDENTIFY) });
    await loaded(page);
    await page.context().setOffline(true);
    await page.evaluate(track('Offline', 'Offline too'));
    await page.context().setOffline(false);
    await expectCalled(shop, 'Offline', 'Offline too');
    await expectDelivered(shop, page, 'Offline', 'Offline too');
  },

  async 'the snippet twice'({ shop, page }) {
    await shop.open({ snippets: 2, after: once(IDENTIFY + track('Once')) });
    await expectCalled(shop, 'Once');
    await expectDelivered(shop, page, 'Once');
  },

  async 'storage that throws'({ shop, page }) {
    const before = `if (location.pathname === '/') {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'cookieStore']) {
        Object.defineProperty(window, name, { get() { throw new DOMException('', 'SecurityError'); } });
      }
      const deny = () => { throw new DOMException('', 'SecurityError'); };
      Object.defineProperty(document, 'cookie', { get: deny, set: deny });
    }`;
    await shop.open({ before, after: once(IDENTIFY + track('Blocked')) });
    await expectCalled(shop, 'Blocked');
    await expectDelivered(shop, page, 'Blocked');
  },

  async 'a page that defines Array.prototype.toJSON'({ shop, page }) {
    const before = `Array.prototype.toJSON = String.prototype.toJSON = Date.prototype.toJSON = () => 'patched';`;
    const list = `_dcq.push(['track', 'List', { list: [1, { two: [3] }], ...callbacks('List') }]);`;
    await shop.open({ before, after: once(IDENTIFY + list) });
    await expectCalled(shop, 'List');
    const [event] = await shop.server.events({ event: 'subscriber.performed_custom_event' });
    expect(event?.properties.list).toEqual([1, { two: [3] }]);
    await expectDelivered(shop, page, 'List');
  },

  async 'restored from the back/forward cache'({ shop, page }) {
    await shop.open({ after: once(IDENTIFY + track('First')) });
    await expectCalled(shop, 'First');
    await page.evaluate(`${track('Leaving')} location.href = '/next';`);
    await page.waitForURL('**/next');
    await loaded(page);
    await goBack(page);
    await expectPath(page, '/');
    await loaded(page);
    await page.evaluate(track('Back'));
    await expect.poll(() => performed(shop)).toContain('Back');
    // Where the page was not kept but loaded again, it has told of its first events again, as it should.
    const expected = new Set(await performed(shop));
    expect([...expected].sort()).toEqual(['Back', 'First', 'Leaving']);
    const ids = (name: string) =>
      new Set(
        shop.collector.posts.flatMap(({ messages }) =>
          messages.filter((message) => JSON.stringify(message).includes(`"${name}"`)).map(({ id }) => id),
        ),
      ).size;
    const times = async (name: string) => (await performed(shop)).filter((action) => action === name).length;
    for (const name of expected) expect([name, await times(name)]).toEqual([name, ids(name)]);
  },

  async 'a single page that navigates by push, replace and back'({ shop, page }) {
    await shop.open({ after: once(IDENTIFY) });
    await loaded(page);
    await page.evaluate(`history.pushState(null, '', '/one'); ${track('Pushed')}
      history.replaceState(null, '', '/two'); ${track('Replaced')}`);
    await goBack(page);
    await expectPath(page, '/');
    await page.evaluate(track('Back'));
    await expectCalled(shop, 'Pushed', 'Replaced', 'Back');
    await expectDelivered(shop, page, 'Pushed', 'Replaced', 'Back');
  },

  async 'wrong arguments'({ shop, page }) {
    const wrong = `_dcq.push(null, [], 0, 'x', ['track'], ['track', {}, callbacks('wrong')], ['nothing'], [{}], ['identify', 1]);`;
    await shop.open({ after: once(IDENTIFY + wrong + track('Right')) });
    const calls = await shop.called(2);
    expect(calls.map(({ name }) => name).sort()).toEqual(['Right success', 'wrong failure']);
    await expectDelivered(shop, page, 'Right');
  },

  async 'the script is blocked'({ shop, page }) {
    await page.route('**/*.js', (route) => route.abort('blockedbyclient'));
    await shop.open({ after: once(track('Never')) });
    await page.waitForFunction(() => window.calls.length > 0, undefined, { timeout: 15_000 });
    expect(await shop.called(1)).toMatchObject([{ name: 'Never failure', error: 'blocked' }]);
    await page.unroute('**/*.js');
    await expectDelivered(shop, page);
  },

  async 'a strict policy with Trusted Types'({ shop, page }) {
    const policy = [
      "default-src 'none'",
      "script-src 'nonce-r4nd0m' 'strict-dynamic'",
      `connect-src ${shop.host}`,
      'img-src data:',
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; ');
    await shop.open({
      before: `window.violations = []; addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective));`,
      after: once(IDENTIFY + track('Strict')),
      headers: { nonce: 'r4nd0m', 'content-security-policy': policy },
    });
    await expectCalled(shop, 'Strict');
    expect(await page.evaluate('violations')).toEqual([]);
    await expectDelivered(shop, page, 'Strict');
  },

  async 'several tabs, reopened after a crash'({ shop, page, isChromium }) {
    await shop.open({ after: once(IDENTIFY) });
    await expect.poll(() => shop.server.events({ event: 'subscriber.created' })).toHaveLength(1);
    const url = new URL('/tab', page.url()).href;
    shop.collector.mood = 'dead';
    for (const name of ['One', 'Two', 'Three']) {
      const tab = await page.context().newPage();
      await tab.goto(url);
      await loaded(tab);
      await tab.evaluate(track(name));
      const kept = () => page.evaluate(() => localStorage.getItem('_trickle_9999999') ?? '');
      await expect.poll(kept).toContain(name);
      // Without a word to the page where the browser can be made to; else the page tries to say a last word, in vain.
      if (isChromium) {
        const crashed = tab.waitForEvent('crash');
        const session = await page.context().newCDPSession(tab);
        session.send('Page.crash').catch(() => undefined);
        await crashed;
      }
      await tab.close();
    }
    shop.collector.mood = 'open';
    const before = shop.collector.posts.length;
    const tabs = await Promise.all(['One', 'Two', 'Three'].map(() => page.context().newPage()));
    await Promise.all(tabs.map((tab) => tab.goto(url)));
    await expect.poll(() => performed(shop)).toEqual(['One', 'Three', 'Two']);
    const sent = shop.collector.posts.slice(before).flatMap(({ messages }) => messages.map(({ id }) => id));
    // The tabs have not sent what another one of them sends. A tab that did not crash may have had a last word, late.
    if (isChromium) expect(sent).toHaveLength(new Set(sent).size);
    await Promise.all(tabs.map((tab) => tab.close()));
    await expectDelivered(shop, page, 'One', 'Two', 'Three');
  },
};

for (const [title, run] of Object.entries(scenarios)) {
  for (let trial = 1; trial <= TRIALS; trial++) {
    test(`${title}: all arrives, once${TRIALS > 1 ? ` (trial ${trial})` : ''}`, async ({
      shop,
      page,
      browserName,
    }) => {
      await run({ shop, page, isChromium: browserName === 'chromium' });
    });
  }
}
