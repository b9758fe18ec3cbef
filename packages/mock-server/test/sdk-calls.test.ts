import { createClient } from '@trickle/sdk';
import { expect, it, onTestFinished } from 'vitest';
import { adminOf } from './admin-client.ts';
import { shopFor, TOKENS } from './boat-shop.ts';
import { startServer, type TestServer } from './harness.ts';
import { goldens, type Sample, samples, target } from './operations.ts';
import { shareServers } from './shared-servers.ts';

/** The SDK call of the newest request in the inspector. */
async function callOfNewest(server: TestServer): Promise<string> {
  const admin = adminOf(server);
  const [{ id }] = (await admin.get('/requests?limit=1&order=newest')).body.requests;
  return (await admin.get(`/requests/${id}`)).body.sdk_call;
}

/** Runs a call with a client that sends nothing. Returns the request that it would have sent. */
async function requestOf(code: string): Promise<Pick<Sample, 'method' | 'path' | 'query' | 'body'>> {
  let sent: Request | undefined;
  const client = createClient({
    apiKey: TOKENS.owner,
    accountId: '9999999',
    baseUrl: 'http://base.test',
    retries: 0,
    fetch: (request) => {
      sent = request;
      return new Response('{}', { status: 418 });
    },
  });
  const run = new Function('client', `return (async () => { ${code} })();`) as (
    client: unknown,
  ) => Promise<void>;
  await run(client).catch(() => undefined); // the refusal above
  if (!sent) throw new Error(`the call sent nothing: ${code}`);
  const { pathname, searchParams } = new URL(sent.url);
  const text = await sent.text();
  return {
    method: sent.method,
    path: pathname,
    query: Object.fromEntries(searchParams),
    body: text === '' ? undefined : JSON.parse(text),
  };
}

const serverWith = shareServers();

const requests = goldens.flatMap(({ key, examples }) =>
  examples.map(({ request: { method, path, query = {}, body } }, index) => ({
    ...{ name: `${key}, example ${index + 1}`, key, method, path, query, body },
  })),
);

it('there is an example of every operation', () => {
  expect(new Set(requests.map(({ key }) => key))).toEqual(new Set(samples.map(({ key }) => key)));
});

it.each(requests)('the SDK call of $name sends the same request', async ({ key, ...request }) => {
  const server = await serverWith(shopFor(key));
  onTestFinished(() => server.reset());
  await server.send(request.method, target(request), { body: request.body });
  const { name: _, ...expected } = request;
  expect(await requestOf(await callOfNewest(server))).toEqual(expected);
});

it.each([
  ['an older form of an operation', 'POST', 'subscribers/ann@acme.test/unsubscribe', undefined],
  ['a body that the SDK refuses', 'POST', 'tags', { tags: [{ email: 'ann at acme', tag: 'vip' }] }],
  ['members beside the envelope', 'POST', 'tags', { tags: [{ email: 'a@b.test', tag: 'vip' }], more: 1 }],
  ['a path without an operation', 'GET', 'nothing', undefined],
])('%s has no SDK call', async (_, method, path, body) => {
  await using server = await startServer();
  await server.send(method, path, { body });
  expect(await callOfNewest(server)).toBeUndefined();
});
