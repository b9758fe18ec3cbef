// @thorough: another engine
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from '@trickle/mock-server';
import { AXE } from '../../../../scripts/setup/axe.ts';
import { readSnippet } from '../snippet.ts';
import { HOSTS, ORIENTATIONS } from './forms-shop.ts';
import { expect } from './shop.ts';
import { type Browser, KEYS, startBrowser } from './webkit-browser.ts';
import { test } from './webkit-test.ts';

/** Opens a site with a policy of nonces, and a server. */
async function openShop(orientation: (typeof ORIENTATIONS)[number]) {
  const server = await createServer({
    seed: {
      accounts: [
        {
          id: '9999999',
          forms: [
            { id: '77', headline: 'News', orientation, seconds_before_popup: 10_000, tags: ['reader'] },
          ],
        },
      ],
    },
  });
  const host = await server.listen();
  const snippet = (await readSnippet()).replaceAll('https://script.example.com', host);
  const place = orientation === 'embedded' ? '<div data-drip-embedded-form="77"></div>' : '';
  const html = `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">
    <script>window.violations = []; addEventListener('securitypolicyviolation', (event) => {
        violations.push(event.violatedDirective);
      });
      // Requests wait until the test calls \`answer\`.
      const send = window.fetch;
      const answered = new Promise((resolve) => { window.answer = resolve; });
      window.fetch = (...given) => answered.then(() => send(...given));
      // The five seconds until a form says that it is delayed pass when the test calls \`delay\`.
      const [start, stop] = [window.setTimeout, window.clearTimeout];
      const waiting = new Map();
      window.setTimeout = (run, time, ...given) => {
        if (time !== 5000) return start(run, time, ...given);
        const id = start(() => {}, 0);
        waiting.set(id, run);
        return id;
      };
      window.clearTimeout = (id) => { waiting.delete(id); stop(id); };
      window.delay = () => { for (const run of waiting.values()) run(); };
    </script>
    ${snippet}<main><h1>Shop</h1><button id="opener" data-drip-show-form="77">News?</button>${place}</main>`;
  const site = createHttpServer((_request, response) => {
    const policy =
      "default-src 'none'; script-src 'nonce-n' 'strict-dynamic'; style-src 'nonce-n'; connect-src http:; img-src data:";
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy };
    response.writeHead(200, headers).end(html.replaceAll('<script', '<script nonce="n"'));
  });
  await once(site.listen(0, '127.0.0.1'), 'listening');
  return {
    server,
    url: `http://127.0.0.1:${(site.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      site.closeAllConnections();
      site.close();
      await server.close();
    },
  };
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

test('forms are accessible in every state and orientation', async ({ engine }) => {
  await using browser = await startBrowser(engine);
  const isSound = async (state: string) => expect(await violationsOn(browser), state).toEqual([]);
  for (const orientation of ORIENTATIONS) {
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
test('a form opened in a modal dialog of the page is above it, and Escape closes only the form', async ({
  engine,
}) => {
  await using browser = await startBrowser(engine);
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
