// @thorough: one feature in all its states
// @chromium: the fixture of the server
import type { Page } from '@playwright/test';
import { createServer } from '@trickle/mock-server';
import { expect, routeToServer, test } from '@trickle/mock-server/playwright';
import { createClient } from '@trickle/sdk';

const SHOP = 'https://shop.test/';
const HOST = 'http://localhost:4100';

const snippet = (host: string) => `<script>
  window._dcs = { account: '9999999' };
  window._dcq = window._dcq || [];
  window.answerTo = (name, given) => new Promise((resolve) => {
    const callbacks = { success: resolve, failure: resolve };
    _dcq.push(typeof given === 'string' ? [name, given, callbacks] : [name, { ...given, ...callbacks }]);
  });
</script><script async src="${host}/9999999.js"></script>`;

/** Answers a customer's site, which is not a server, with a page. */
const show = (page: Page, html: string, url = SHOP) =>
  page.route(`${url}**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Shop</title><link rel="icon" href="data:,">${html}`,
    }),
  );

/** Opens the customer's site with a page, by default with the script. */
async function open(page: Page, html = snippet(HOST)): Promise<void> {
  await show(page, html);
  await page.goto(SHOP);
}

const identify = (page: Page, email: string) =>
  page.evaluate(`answerTo('identify', { email: '${email}', tags: ['vip'] })`);

/** The status of a page's request, or its error as text. */
const statusOf = (page: Page, url: string) =>
  page.evaluate((address) => fetch(address).then((response) => response.status, String), url);

test.describe('a test', () => {
  // Each test finds only its own subscriber, though the servers have the same account.
  for (const name of ['ann', 'bob']) {
    test(`has a server of its own, which sees only ${name}`, async ({ page, trickle }) => {
      await open(page);
      expect(await identify(page, `${name}@example.com`)).toMatchObject({ success: true, anonymous: false });
      const client = createClient(trickle.connection);
      const subscribers = await client.subscribers.list().toArray();
      expect(subscribers.map(({ email, tags }) => [email, tags])).toEqual([[`${name}@example.com`, ['vip']]]);
    });
  }

  test('waits for a request that a page sends later', async ({ page, trickle }) => {
    await open(page);
    const found = trickle.expectRequest({ path: '/client/*/messages', status: 200 });
    await page.evaluate(`_dcq.push(['track', 'Looked'])`);
    expect(await found).toHaveLength(1);
    await expect(
      trickle.expectRequest({ path: '/client/*/messages' }, { times: 2, within: 1 }),
    ).rejects.toThrow(/expected 2 such requests, but 1 came/);
    await trickle.expectRequest({ path: '/forms/*' }, { times: 0 });
  });
});

test('a page calls the API with a preflight, and reads the headers', async ({ page, trickle }) => {
  await open(page, '');
  const { apiKey, accountId } = trickle.connection;
  const seen = await page.evaluate(
    async ([url, key]) => {
      const response = await fetch(`${url}/subscribers`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Basic ${btoa(`${key}:`)}` },
        body: JSON.stringify({ subscribers: [{ email: 'änn@example.com', custom_fields: { name: '✓' } }] }),
      });
      const [{ custom_fields }] = (await response.json()).subscribers;
      return [response.status, response.headers.get('x-ratelimit-limit'), custom_fields];
    },
    [`${HOST}/v2/${accountId}`, apiKey] as const,
  );
  expect(seen).toEqual([200, '3600', { name: '✓' }]);
  await trickle.expectRequest({ operation: 'subscribers.upsert', body: { custom_fields: { name: '✓' } } });
});

test('commands that a page gives while it is left arrive', async ({ page, trickle }) => {
  await show(
    page,
    `${snippet(HOST)}<script>addEventListener('pagehide', () => _dcq.push(['track', 'Left']))</script>`,
  );
  await show(page, '<h1>Elsewhere</h1>', 'https://elsewhere.test/');
  await page.goto(SHOP);
  await identify(page, 'ann@example.com');
  await page.goto('https://elsewhere.test/');
  const actions = async () => (await trickle.timeline()).map(({ action }) => action);
  await expect.poll(actions).toContain('Left');
});

test.describe('an account that shares its visitors', () => {
  test.use({ trickleOptions: { seed: { accounts: [{ id: '9999999', enable_third_party_cookies: true }] } } });

  test("stores and sends the script host's cookie", async ({ page, trickle }) => {
    await open(page);
    await identify(page, 'ann@example.com');
    await page.context().clearCookies({ domain: 'shop.test' });
    await page.reload();
    // Only the cookie of the script host tells who the visitor is.
    expect(await page.evaluate(`answerTo('track', 'Returned')`)).toMatchObject({ anonymous: false });
    expect(await trickle.timeline()).toMatchObject([{ action: 'Returned' }]);
  });
});

test.describe('an account with a form that redirects', () => {
  const forms = [
    {
      id: '7',
      headline: 'Newsletter',
      button_text: 'Subscribe',
      redirect_url: 'https://thanks.test/?from=form',
    },
  ];
  const origins = ['https://script.example.com'];
  test.use({ trickleOptions: { origins, seed: { accounts: [{ id: '9999999', forms }] } } });

  test('a redirect leads to a page that the test routes', async ({ page, trickle }) => {
    await show(page, '<h1>Thank you</h1>', 'https://thanks.test/');
    await page.goto(`${trickle.url}/forms/7`);
    expect(page.url()).toBe('https://script.example.com/forms/7');
    await page.getByLabel('Email').fill('ann@example.com');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    expect(page.url()).toBe('https://thanks.test/?from=form');
    expect(await trickle.formSubmissions()).toHaveLength(1);
  });

  test('the page script of another host shows its form on a page', async ({ page, trickle }) => {
    await open(page, `${snippet(trickle.url)}<div data-drip-embedded-form="7"></div>`);
    await page.getByLabel('Email').fill('ann@example.com');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect.poll(() => trickle.formSubmissions()).toMatchObject([{ formId: '7' }]);
  });
});

test('faults reach the page', async ({ page, trickle }) => {
  await open(page, '');
  const script = `${HOST}/9999999.js`;
  await trickle.faults.add({ path: '/9999999.js', drop: 'before', times: 1 });
  expect(await statusOf(page, script)).toMatch(/^TypeError: /);
  await trickle.faults.add({ path: '/9999999.js', status: 503, times: 1 });
  expect(await statusOf(page, script)).toBe(503);
  expect(await statusOf(page, script)).toBe(200);
});

test('other browser contexts are answered once they are routed', async ({ browser, trickle }) => {
  await using context = await browser.newContext();
  await trickle.route(context);
  const page = await context.newPage();
  await open(page);
  expect(await identify(page, 'ann@example.com')).toMatchObject({ success: true });
  expect(await trickle.events({ event: 'subscriber.created' })).toHaveLength(1);
});

test('a stream of events ends at once, and a closed server answers no page', async ({ page, trickle }) => {
  await open(page, '');
  const headers = { 'content-type': 'text/event-stream', 'access-control-allow-origin': '*' };
  const stream = { fetch: async () => new Response(new ReadableStream(), { headers }) };
  await routeToServer(page, { server: stream, origins: ['https://stream.test'] });
  expect(await statusOf(page, 'https://stream.test/')).toBe(204);
  await trickle.close();
  expect(await statusOf(page, `${HOST}/9999999.js`)).toMatch(/^TypeError: /);
});

test('an origin with a path is rejected', async ({ page, trickle }) => {
  const routed = routeToServer(page, { server: trickle, origins: ['https://script.example.com/trickle'] });
  await expect(routed).rejects.toThrow("origins: 'https://script.example.com/trickle' is not an origin");
});

test('a page of any host reaches a running server by its URL', async ({ browser }) => {
  await using server = await createServer();
  await using context = await browser.newContext();
  await routeToServer(context, { server: await server.listen(), origins: ['https://script.example.com'] });
  const page = await context.newPage();
  await show(page, snippet('https://script.example.com'));
  await page.goto(SHOP);
  expect(await identify(page, 'ann@example.com')).toMatchObject({ success: true });
  expect(await server.events({ event: 'subscriber.created' })).toHaveLength(1);
  await server.close();
  expect(await statusOf(page, 'https://script.example.com/9999999.js')).toMatch(/^TypeError: /);
});
