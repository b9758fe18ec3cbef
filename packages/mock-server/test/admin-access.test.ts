import { networkInterfaces } from 'node:os';
import { expect, it } from 'vitest';
import { createServer } from '../src/index.ts';
import { TOKENS } from './boat-shop.ts';
import { basic, scenariosOverHttp, startServer } from './harness.ts';
import { sendRaw } from './raw-request.ts';

/** Calls the admin API over a socket. Returns the status. */
const ask = async (url: string, headers = {}, path = '/_admin/accounts', localAddress?: string) =>
  (await sendRaw(url, path, { headers, ...(localAddress && { localAddress }) })).status;

const withPassword = (password: string) => `Basic ${btoa(`admin:${password}`)}`;

// U-114
it('without a password, the admin API answers only requests from this machine', async () => {
  await using server = await startServer({ road: 'over a socket' });
  const asked = (headers: Record<string, string>) => ask(server.url, headers);
  expect(await asked({})).toBe(200);
  expect(await asked({ host: `localhost:${new URL(server.url).port}` })).toBe(200);
  expect(await asked({ host: 'admin.localhost' })).toBe(200);
  // A public name that resolves to this machine, as in DNS rebinding.
  expect(await asked({ host: 'evil.example' })).toBe(403);
  expect(await asked({ host: '127.0.0.1.evil.example' })).toBe(403);
  expect(await asked({ host: 'evil.example', origin: 'http://evil.example' })).toBe(403);
});

/** Headers that proxies and CDNs add, and clients never send. */
const PROXY_HEADERS = [
  ...['forwarded', 'via', 'cdn-loop', 'max-forwards', 'proxy-connection', 'x-forwarded'],
  ...['for', 'host', 'proto', 'port', 'server', 'scheme', 'ssl', 'prefix'].map((it) => `x-forwarded-${it}`),
  ...['x-real-ip', 'x-client-ip', 'x-cluster-client-ip'],
  ...['x-original-for', 'x-original-url', 'x-original-host'],
  ...['cf-connecting-ip', 'cf-ray', 'cf-visitor', 'cf-ipcountry', 'true-client-ip', 'fastly-client-ip'],
  ...['x-amzn-trace-id', 'x-arr-log-id', 'x-azure-clientip', 'x-appengine-user-ip', 'x-cloud-trace-context'],
  ...['x-envoy-external-address', 'x-vercel-forwarded-for', 'x-nf-client-connection-ip', 'fly-client-ip'],
];

// U-114
it('without a password, the admin API rejects a request with any header of a proxy', async () => {
  await using server = await startServer({ road: 'over a socket' });
  for (const name of PROXY_HEADERS) {
    expect(await ask(server.url, { [name]: '127.0.0.1' }), name).toBe(403);
    const inProcess = new Request('http://localhost/_admin/accounts', { headers: { [name]: '127.0.0.1' } });
    expect((await server.server.fetch(inProcess)).status, name).toBe(403);
  }
});

it('the admin API accepts the headers of ordinary clients', async () => {
  await using server = await startServer({ road: 'over a socket' });
  const headers = {
    'accept-encoding': 'gzip',
    'cache-control': 'no-cache',
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    'user-agent': 'curl/8',
    'x-request-id': '1',
    'x-requested-with': 'XMLHttpRequest',
  };
  expect(await ask(server.url, headers)).toBe(200);
});

/** A non-loopback address of this machine, if it has one. */
const outer = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

it.runIf(outer)('without a password, the admin API rejects requests to an external address', async () => {
  await using server = await createServer();
  const { port } = new URL(await server.listen({ host: '0.0.0.0' }));
  const url = `http://${outer}:${port}`;
  expect(await ask(url)).toBe(403);
  expect(await ask(url, { host: 'localhost' })).toBe(403);
  expect(await ask(url, {}, '/openapi.json')).toBe(200);
  expect(await ask(`http://127.0.0.1:${port}`)).toBe(200);
});

it('with a password, the admin API requires it from every client', async () => {
  await using server = await startServer({ road: 'over a socket', adminPassword: 'open sesame' });
  for (const headers of [
    {},
    { authorization: withPassword('open') },
    { authorization: basic('open sesame') },
    { authorization: 'Bearer open' },
  ]) {
    expect(await ask(server.url, headers)).toBe(401);
  }
  const authorization = withPassword('open sesame');
  expect(await ask(server.url, { authorization: `Basic ${btoa('anybody:open sesame')}` })).toBe(200);
  expect(await ask(server.url, { authorization, host: 'sandbox.example' })).toBe(200);
  expect(await ask(server.url, { authorization, 'x-forwarded-for': '203.0.113.7' })).toBe(200);
  expect((await server.fetch(new Request(`${server.url}/_admin/accounts`))).status).toBe(401);
  await using other = await createServer({ adminPassword: 'opensesame' });
  const bearer = new Request('http://x.test/_admin/accounts', {
    headers: { authorization: 'Bearer opensesame' },
  });
  expect((await other.fetch(bearer)).status).toBe(200);
});

scenariosOverHttp('pages of other sites', (start) => {
  it('pages of other sites cannot read or change anything through the admin API, with or without a password', async () => {
    await using server = await start({ adminPassword: 'x' });
    const authorization = withPassword('x');
    const own = new URL(server.url).origin;
    const ask = async (method: string, headers: Record<string, string>) =>
      server.send(method, '/_admin/faults', { headers: { authorization, ...headers } });
    expect((await ask('GET', {})).status).toBe(200);
    expect((await ask('GET', { origin: own })).status).toBe(200);
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: own.replace(/:\d+$|$/, ':1') },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[]) {
      for (const method of ['GET', 'DELETE']) {
        const { status, headers: answered } = await ask(method, headers);
        expect([status, answered.get('access-control-allow-origin')], JSON.stringify(headers)).toEqual([
          403,
          null,
        ]);
      }
    }
    const preflight = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const asked = await ask('OPTIONS', preflight);
    expect([asked.status, asked.headers.get('access-control-allow-methods')]).toEqual([403, null]);
    expect((await ask('GET', { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await ask('GET', { 'sec-fetch-site': 'none' })).status).toBe(200);
  });
});

// U-279
it('guesses of the password are slowed for an address, also at the inspector and the metrics', async () => {
  await using server = await startServer({
    road: 'over a socket',
    adminPassword: 'open sesame',
    metrics: true,
  });
  const paths = ['/_admin/accounts', '/_inspector', '/metrics'];
  const right = withPassword('open sesame');
  const asked = (authorization: string, path: string, localAddress?: string) =>
    ask(server.url, { authorization }, path, localAddress);
  expect(await ask(server.url, {})).toBe(401); // no guess
  for (let i = 0; i < 10; i++) {
    const path = paths[i % paths.length];
    expect(await asked(withPassword(`${i}`), path ?? '')).toBe(401);
  }
  for (const path of paths) expect(await asked(right, path)).toBe(429);
  expect(await asked(`Bearer ${TOKENS.owner}`, '/_admin/overview')).toBe(429);
  const refused = await fetch(`${server.url}/_admin/accounts`, { headers: { authorization: right } });
  expect([refused.headers.get('retry-after'), await refused.text()]).toEqual([
    expect.stringMatching(/^[1-9]\d*$/),
    expect.stringMatching(/^Too many wrong passwords from this address\. Try again in \d+ seconds?\.\n$/),
  ]);
  expect(await asked(right, '/_admin/accounts', '127.0.0.2')).toBe(200);
  expect(await asked('Basic Og==', '/_admin/accounts')).toBe(401); // no password, no guess
});

// U-279
it('requests with the keys of accounts do not count as guesses, however many there are', async () => {
  await using server = await startServer({ road: 'over a socket', adminPassword: 'open sesame' });
  const key = { authorization: basic(TOKENS.owner) };
  for (let i = 0; i < 15; i++) expect(await ask(server.url, key, '/_admin/overview')).toBe(200);
});
