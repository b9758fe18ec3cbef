import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type PathProxy, startPathProxy } from '../../../scripts/setup/path-proxy.ts';
import { createServer, type Server } from '../src/index.ts';
import { forwardTo } from '../src/integrations/playwright/route-to-server.ts';
import { basic } from './harness.ts';
import { pageShop, type Visit, visits } from './page-shop.ts';

const OPERATOR = `Basic ${btoa(':secret-of-operators')}`;

/** The shop's server behind a proxy that serves it below a path. */
async function startBehind(keepsHost: boolean) {
  const proxy = await startPathProxy({ keepsHost });
  const server = await createServer({
    seed: pageShop(),
    publicUrl: `${proxy.url}/`,
    adminPassword: 'secret-of-operators',
    limits: false,
  });
  const own = await server.listen();
  proxy.target = new URL(own).href.slice(0, -1);
  return {
    server,
    proxy,
    [Symbol.asyncDispose]: async () => {
      proxy[Symbol.dispose]();
      await server.close();
    },
  };
}

const hosts = [
  ['keeps the Host header', true],
  ['sets its own Host header', false],
] as const;

const send = (proxy: PathProxy, path: string, { headers, ...init }: RequestInit = {}) =>
  fetch(proxy.url + path, {
    redirect: 'manual',
    ...init,
    headers: { accept: 'text/html', authorization: OPERATOR, ...headers },
  });

/** Links, assets and forms of a page, and the redirect of a response, as its client resolves them. */
async function linksOf(response: Response): Promise<string[]> {
  const page = response.headers.get('content-type')?.includes('html') ? await response.text() : '';
  const written = [...page.matchAll(/<[^>]*?\s(?:href|src|action|data)="([^"]*)"/g)].map(([, url = '']) =>
    url.replaceAll('&amp;', '&'),
  );
  const location = response.headers.get('location');
  return [...written, ...(location === null ? [] : [location])]
    .filter((url) => !url.startsWith('#'))
    .map((url) => new URL(url, response.url).href);
}

/** Pages in an order in which each exists, also by addresses that end in a slash. */
async function* everyPage(server: Server): AsyncGenerator<Visit> {
  const others = [
    ...['/', '/inspector', '/inspector/requests', '/_inspector', '/_inspector/', '/_inspector/campaigns/1/'],
    ...['/docs/', '/forms/7/', '/nothing', '/nothing/here/'],
  ];
  for (const path of others) yield [path, path];
  yield* visits(server);
}

const isOfServer = (url: string) => URL.parse(url)?.hostname === '127.0.0.1';

describe.each(hosts)('a server below a path, behind a proxy that %s', (_, keepsHost) => {
  test('every link, asset and redirect of every page leads to a page below the path', async () => {
    await using behind = await startBehind(keepsHost);
    const { server, proxy } = behind;
    const outside: string[] = [];
    const broken: string[] = [];
    let followed = 0;
    for await (const [title, path, init] of everyPage(server)) {
      for (const url of (await linksOf(await send(proxy, path, init))).filter(isOfServer)) {
        if (!url.startsWith(`${proxy.url}/`)) outside.push(`${title}: ${url}`);
        const { status } = await send(proxy, url.slice(proxy.url.length));
        if (status === 404) broken.push(`${title}: ${url}`);
        followed += 1;
      }
    }
    expect({ outside, broken, strays: proxy.strays }).toEqual({ outside: [], broken: [], strays: [] });
    expect(followed).toBeGreaterThan(10);
  });

  test('every URL of the server in a response of the API is below the path', async () => {
    await using behind = await startBehind(keepsHost);
    const { server, proxy } = behind;
    const { apiKey, accountId } = server.connection;
    const document = JSON.parse(
      readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
    ) as {
      readonly paths: Readonly<Record<string, object>>; // as the server describes itself
    };
    const lists = Object.entries(document.paths)
      .filter(([path, methods]) => 'get' in methods && !path.endsWith('/stream'))
      .map(([path]) => path.replace('{account_id}', accountId))
      .filter((path) => !path.includes('{'));
    const records = { subscribers: [{ email: 'dee@acme.test' }] };
    const requests: readonly (readonly [string, object?])[] = [
      ...[...lists, '/script.json', '/openapi.json'].map((path) => [path] as const),
      [`/v2/${accountId}/subscribers`, records],
      [`/v2/${accountId}/subscribers/batches`, { batches: [records] }],
    ];
    const found: string[] = [];
    for (const [path, body] of requests) {
      const authorization = path.startsWith('/v') ? basic(apiKey) : OPERATOR;
      const response = await send(proxy, path, {
        headers: { authorization, accept: '*/*', 'content-type': 'application/json' },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      const text = `${response.headers.get('location')} ${await response.text()}`;
      found.push(...(text.match(/https?:\/\/127\.0\.0\.1:\d+[^"\s\\]*/g) ?? []));
    }
    expect(found.filter((url) => !url.startsWith(proxy.url))).toEqual([]);
    expect(found.length).toBeGreaterThan(10);
  });

  test("a page of the server's own origin may use the admin API, and a page of another may not", async () => {
    await using behind = await startBehind(keepsHost);
    const { origin } = new URL(behind.proxy.url);
    const settle = async (headers: Record<string, string>) =>
      (await send(behind.proxy, '/_admin/settle', { method: 'POST', headers })).status;
    expect(await settle({ origin, 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await settle({ origin: 'https://evil.test' })).toBe(403);
    expect(await settle({ origin, 'sec-fetch-site': 'cross-site' })).toBe(403);
  });
});

test('routes of Playwright reach a server below a path', async () => {
  await using behind = await startBehind(true);
  for (const url of [behind.proxy.url, `${behind.proxy.url}/`]) {
    const response = await forwardTo(url).fetch(new Request('http://localhost:4100/script.json?a=%2F'));
    expect([response.status, behind.proxy.strays]).toEqual([200, []]);
  }
});

test('handlers of msw reach a server below a path', async () => {
  const { remote } = await import('../src/integrations/msw/index.ts');
  await using behind = await startBehind(true);
  for (const url of [behind.proxy.url, `${behind.proxy.url}/`]) {
    const response = await remote(url).fetch(new Request('https://api.acme.test/9999999.js'));
    expect([response.status, behind.proxy.strays]).toEqual([200, []]);
  }
});

test('the cookie that sites share is for the path of the messages, below any path', async () => {
  const { sharedCookie } = await import('../src/api/script-host/shared-visitor.ts');
  expect(sharedCookie('9999999', 'a'.repeat(32))).not.toMatch(/path=/i);
});
