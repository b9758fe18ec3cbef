// @thorough: another engine
import { createServer } from '@trickle/mock-server';
import { AXE } from '../../../../scripts/setup/axe.ts';
import { ACCOUNT, expect, HOSTS, KINDS, type Orientation, PLACE } from './shop.ts';
import { openSite } from './site.ts';
import { type Browser, KEYS } from './webkit-browser.ts';
import { test } from './webkit-test.ts';

/** Requests wait until the test calls `answer`; the five seconds until a form says that it is delayed pass when it calls `delay`. */
const WAIT = `
  const send = window.fetch;
  const answered = new Promise((resolve) => { window.answer = resolve; });
  window.fetch = (...given) => answered.then(() => send(...given));
  const [start, stop] = [window.setTimeout, window.clearTimeout];
  const waiting = new Map();
  window.setTimeout = (run, time, ...given) => {
    if (time !== 5000) return start(run, time, ...given);
    const id = start(() => {}, 0);
    waiting.set(id, run);
    return id;
  };
  window.clearTimeout = (id) => { waiting.delete(id); stop(id); };
  window.delay = () => { for (const run of waiting.values()) run(); };`;

/** Opens a server, and a site with a strict policy. */
async function openShop(orientation: Orientation) {
  await using stack = new AsyncDisposableStack();
  const form = { id: '77', headline: 'News', orientation, seconds_before_popup: 10_000, tags: ['reader'] };
  const server = stack.use(await createServer({ seed: { accounts: [{ id: ACCOUNT, forms: [form] }] } }));
  const site = stack.use(await openSite(await server.listen(), ACCOUNT, 'forms.localhost'));
  const body = '<button id="opener" data-drip-show-form="77">News?</button>';
  const place = orientation === 'embedded' ? PLACE : '';
  const url = site.show({ before: WAIT, body: body + place, isStrict: true });
  const opened = stack.move();
  return { server, url, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

const ROOT = `const root = document.querySelector('${HOSTS}')?.shadowRoot;`;
const STATUS = `${ROOT} const status = root.querySelector('[role=status]')?.textContent;`;
const BORDER = `${ROOT} return getComputedStyle(root.querySelector('.p')).borderTopWidth`;
const FOCUSED = `${ROOT} return root?.activeElement?.id`;

/** Waits until all animations have finished. */
const STILL = `${ROOT} const panel = root.querySelector('.p');
  return Promise.all((panel.getAnimations?.() ?? []).map(({ finished }) => finished)).then(() => {
    if (getComputedStyle(panel).opacity !== '1') throw new Error('The form still fades in.');
  })`;

async function violationsOn(browser: Browser): Promise<string[]> {
  // Half a megabyte: once per page.
  if (!(await browser.run('return "axe" in window'))) await browser.run(`${AXE};`);
  return browser.run(`return axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) =>
    id + ' ' + nodes.map(({ html }) => html).join()))`);
}

test('forms are accessible in every state', async ({ shared: browser }) => {
  const isSound = async (state: string) => expect(await violationsOn(browser), state).toEqual([]);
  for (const orientation of KINDS) {
    await using shop = await openShop(orientation);
    await browser.open(shop.url);
    if (orientation !== 'lightbox') await browser.until(`${ROOT} return Boolean(root)`);
    await isSound(`${orientation}, closed`);

    await browser.run("_dcq.push(['showForm', { id: '77' }])");
    await browser.until(`${ROOT} return root?.activeElement?.id === 'email'`);
    await browser.run(STILL);
    await isSound(`${orientation}, open`);

    await browser.type(KEYS.enter);
    await browser.until(`${ROOT} return root.querySelector('.trickle-error')?.textContent`);
    expect(await browser.run(FOCUSED)).toBe('email');
    await isSound(`${orientation}, error`);

    await browser.type(`cy@example.com${KEYS.enter}`);
    await browser.until(`${STATUS} return /Sending/.test(status)`);
    await isSound(`${orientation}, sending`);

    await browser.run('delay()');
    await browser.until(`${STATUS} return /taking longer/.test(status)`);
    await isSound(`${orientation}, delayed`);

    await browser.run('answer()');
    await browser.until(`${STATUS} return /Thank you/.test(status)`);
    await isSound(`${orientation}, confirmed`);
    expect(await browser.run(BORDER)).toBe(orientation.endsWith('_bar') ? '0px' : '1px');
    if (orientation !== 'embedded') {
      await browser.type(KEYS.escape);
      await browser.until("return !document.querySelector('trickle-form')");
    }
    expect(await browser.run('return violations')).toEqual([]);
    expect(await shop.server.formSubmissions()).toMatchObject([{ formId: '77', url: shop.url }]);
  }
});

const FLOATING = "const floating = document.querySelector('trickle-form')?.shadowRoot;";

// U-251, U-252
test('a form opened in a modal dialog is above it, and Escape closes only it', async ({
  shared: browser,
}) => {
  for (const orientation of ['side_left_tab', 'lightbox', 'embedded'] as const) {
    await using shop = await openShop(orientation);
    await browser.open(shop.url);
    await browser.run("_dcq.push(['hideForm', { id: '77' }])");
    await browser.until(
      orientation === 'embedded' ? `${ROOT} return Boolean(root)` : `${FLOATING} return Boolean(floating)`,
    );
    await browser.run(`const own = document.createElement('dialog');
      own.id = 'own';
      own.append(document.querySelector('#opener'));
      document.body.append(own);
      own.showModal();
      document.querySelector('#opener').click();`);
    await browser.until(`${FLOATING} return floating?.activeElement?.id === 'email'`);
    expect(await browser.run(`${FLOATING} return floating.querySelector('.p').matches(':modal')`)).toBe(true);
    await browser.type(KEYS.escape);
    await browser.until(`${FLOATING} return floating.querySelector('.p').hidden`);
    expect(await browser.run("return document.querySelector('#own').open"), orientation).toBe(true);
  }
});
