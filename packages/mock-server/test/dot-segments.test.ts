import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { contract, type Endpoint } from '../../sdk/src/contract/index.ts';
import { ANN, shopFor, TOKENS } from './boat-shop.ts';
import { basic, roads, startServer, type TestServer } from './harness.ts';
import { type Sample, samples, target } from './operations.ts';
import { sendRaw } from './raw-request.ts';
import { shareServers } from './shared-servers.ts';

/** Names that a URL would resolve as steps. */
const DOTS = ['.', '..', '%2e', '%2E', '%2e%2e', '.%2e', '%2E.', '%2e%2E'];

/** Sends a path as it is. `fetch` would resolve its dot segments. */
async function ask({ url }: TestServer, method: string, path: string, body?: unknown): Promise<number> {
  const headers = { authorization: basic(TOKENS.owner), 'content-type': 'application/vnd.api+json' };
  return (await sendRaw(url, path, { method, headers, body: body === undefined ? '' : JSON.stringify(body) }))
    .status;
}

/** The newest request to a server, which then forgets its requests: to search them all would take longer each time. */
async function recordedBy(server: TestServer) {
  const requests = await server.requests.find();
  await server.requests.clear();
  return requests.at(-1);
}

const start = (options: Parameters<typeof startServer>[0] = {}) =>
  startServer({ road: 'over a socket', ...options });

describe('a tag with the name of a dot segment', () => {
  it('is removed by its path, and its subscriber stays', async () => {
    await using server = await start();
    for (const sent of DOTS) {
      await server.save({ id: ANN.id, tags: ['keep', decodeURIComponent(sent)] });
      const path = `/v2/9999999/subscribers/${ANN.email}/tags/${sent}`;
      expect(await ask(server, 'DELETE', path), sent).toBe(204);
      expect((await server.subscriber(ANN.id)).tags, sent).toEqual(['vip', 'boat owner', 'keep']);
      const entry = (await server.requests.find({ method: 'DELETE' })).at(-1);
      expect(entry).toMatchObject({ path, operation: 'tags.remove' });
    }
  });

  it('the same holds for a request line with a whole URL, and behind a proxy', async () => {
    await using server = await start({ trustProxy: ['loopback'] });
    const path = `${server.url}/v2/9999999/subscribers/${ANN.email}/tags/%2e%2e?x=/../y`;
    expect(await ask(server, 'DELETE', path)).toBe(204);
    expect((await server.subscriber(ANN.id)).id).toBe(ANN.id);
  });
});

/** The segments of an operation's path that are names. */
function namesIn({ key, path }: Sample): number[] {
  const [noun = '', method = ''] = key.split('.');
  const nouns: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = contract;
  const parts = nouns[noun]?.[method]?.path.split('/') ?? [];
  expect(parts).toHaveLength(path.split('/').length);
  return parts.flatMap((part, i) => (part.startsWith('{') ? [i] : []));
}

const withName = (path: string, place: number, name: string) => path.split('/').with(place, name).join('/');

const serverWith = shareServers();
const named = samples.filter((sample) => namesIn(sample).length > 0);

it.each(named)('a dot segment in place of a name of $key never reaches another operation', async (sample) => {
  const server = await serverWith(shopFor(sample.key), { road: 'over a socket' });
  for (const place of namesIn(sample)) {
    for (const name of ['..', '%2e%2E', '.', '%2E']) {
      const path = target({ ...sample, path: withName(sample.path, place, name) });
      await ask(server, sample.method, path, sample.body);
      const { key: operation, method } = sample;
      const [sent] = path.split('?');
      expect(await recordedBy(server)).toMatchObject({ path: sent, method, operation });
    }
  }
});

test('a path with dot segments reaches the operation that has names in their places, or none', async () => {
  await using server = await start();
  const nouns: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = contract;
  const operations = Object.entries(nouns).flatMap(([noun, methods]) =>
    Object.entries(methods).map(([name, { method, path }]) => ({ key: `${noun}.${name}`, method, path })),
  );
  const words = [...new Set(operations.flatMap(({ path }) => path.split('/')))].filter(
    (part) => part !== '' && !part.startsWith('{'),
  );
  const segment = fc.oneof(fc.constantFrom(...DOTS), fc.constantFrom('9999999', ...words));
  const isAt = (path: string, sent: readonly string[]) => {
    const parts = path.split('/').slice(1);
    return parts.length === sent.length && parts.every((part, i) => part.startsWith('{') || part === sent[i]);
  };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'DELETE'),
      fc.tuple(fc.constantFrom('v2', 'v3', ...DOTS), fc.array(segment, { minLength: 1, maxLength: 6 })),
      async (method, [first, rest]) => {
        const sent = [first, ...rest];
        await ask(server, method, `/${sent.join('/')}`);
        const expected = operations.filter((one) => one.method === method && isAt(one.path, sent));
        const entry = await recordedBy(server);
        expect(entry?.path).toBe(`/${sent.join('/')}`);
        const keys = expected.map(({ key }) => key);
        if (entry?.operation === undefined) expect(keys).toEqual([]);
        else expect(keys).toContain(entry.operation);
      },
    ),
    { numRuns: 200 },
  );
  expect((await server.subscriber(ANN.id)).id).toBe(ANN.id);
});

test("dot segments do not lead to or from the server's own paths", async () => {
  await using server = await start();
  for (const path of [
    '/v2/../_admin/state',
    '/v2/%2e%2e/_admin/state',
    '/_admin/../v2/user',
    '/_inspector/assets/../../_admin/state',
    '/docs/../openapi.json',
    '/x/../healthz',
    '/client/../9999999/config',
    '/forms/%2e%2e/submissions',
    '/oauth/x/../authorize',
    '/e/9999999/../confirm/x/y',
  ]) {
    expect(await ask(server, 'GET', path), path).toBeGreaterThanOrEqual(400);
  }
});

test('a client that resolves the name itself deletes nothing, and learns why', async () => {
  for (const road of roads) {
    await using server = await startServer({ road });
    const answer = await server.delete(`subscribers/${ANN.email}/tags/%2e%2e`);
    expect(answer.status).toBe(404);
    expect(answer.body.errors?.[0]?.message).toMatch(/ends in a slash.*a name '\.\.' below it/);
    expect((await server.subscriber(ANN.id)).id).toBe(ANN.id);
    expect((await server.delete(`subscribers/${ANN.email}`)).status).toBe(204);
  }
});
