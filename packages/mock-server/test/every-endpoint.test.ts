import { describe, expect, it, onTestFinished } from 'vitest';
import { contract } from '../../sdk/src/contract/index.ts';
import { shopFor, TOKENS } from './boat-shop.ts';
import { type Answer, basic, startServer, type TestServer } from './harness.ts';
import { accountSamples, bodySamples, type Sample, samples, target } from './operations.ts';
import { shareServers } from './shared-servers.ts';

const MEDIA_TYPE = 'application/vnd.api+json';

interface Change {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly path?: string;
  readonly method?: string;
}

/** Sends a valid request with a change. */
function send(server: TestServer, sample: Sample, change: Change = {}): Promise<Answer> {
  const { path = target(sample), method = sample.method, body = sample.body, ...extras } = change;
  return server.send(method, path, { ...extras, ...(body !== undefined && { body }) });
}

const serverWith = shareServers();

/** A server for requests that change nothing, used by many tests. */
const sharedServer = (key: string): Promise<TestServer> => serverWith(shopFor(key));

/** A server for one request that succeeds, whose changes are reset. */
async function serverFor({ key, method }: Sample): Promise<TestServer> {
  const server = await sharedServer(key);
  if (method !== 'GET') onTestFinished(() => server.reset());
  return server;
}

const wrongCredentials = [
  ...['', 'Basic', 'Basic %%%', TOKENS.owner, `Bearer ${TOKENS.owner}`, `Digest ${btoa(TOKENS.owner)}`],
  ...[basic('wrong'), basic(''), basic(TOKENS.owner.toUpperCase()), `Basic ${btoa(`:${TOKENS.owner}`)}`],
];

const codes = ({ body }: Answer) => (body.errors ?? []).map(({ code }) => code);

/** Two operations for what happens before the server knows the operation. */
const some = samples.filter(({ key }) => /^(subscribers\.upsert|shopperActivity\.order)$/.test(key));

describe('the table of endpoints', () => {
  it('the table has every endpoint of the contract except the two of OAuth', () => {
    const keys = Object.entries(contract).flatMap(([noun, methods]) =>
      Object.keys(methods).map((method) => `${noun}.${method}`),
    );
    expect(samples.map(({ key }) => key).sort()).toEqual(keys.filter((key) => !/^oauth/.test(key)).sort());
    expect(samples).toHaveLength(56);
  });
});

describe.each(samples)('$key', (sample) => {
  // proves: error 401 Anonymous access to a resource that requires authentication
  // proves: note Every endpoint requires authentication
  it('missing, wrong and malformed credentials get 401 and change nothing', async () => {
    const server = await sharedServer(sample.key);
    for (const authorization of some.includes(sample) ? wrongCredentials : ['', basic('wrong')]) {
      const answer = await send(server, sample, { headers: { authorization } });
      expect(answer.status, authorization).toBe(401);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm=".+"$/);
      expect(answer.text).toMatch(/access denied/i);
    }
  });

  // proves: note Request parameters are a JSON body; the query string is used only where listed
  it('a trailing slash, an empty query and an unknown parameter are ignored', async () => {
    // Unspecified: U-288
    const path = sample.key === 'subscribers.delete' ? sample.path : `${sample.path}/`;
    const given = target(sample).replace(sample.path, path);
    const server = await serverFor(sample);
    const both = `${given}${given.includes('?') ? '&' : '?'}brand_new=thing&`;
    expect((await send(server, sample, { path: both })).status).toBe(sample.status);
    if (sample.method !== 'GET') return;
    expect((await send(server, sample, { path: `${given}${given.includes('?') ? '&' : '?'}` })).status).toBe(
      200,
    );
  });

  it('another method gets 405 and the allowed methods', async () => {
    const allowed = samples.filter(({ path }) => sameForm(path, sample.path)).map(({ method }) => method);
    const server = await sharedServer(sample.key);
    for (const method of ['PATCH', 'OPTIONS']) {
      const answer = await send(server, { ...sample, body: undefined }, { method });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining(allowed));
      expect(codes(answer)).toHaveLength(1);
    }
  });

  // proves: note Core endpoints live under /v2/ and shopper activity under /v3/
  it('an unknown path below the endpoint gets 404', async () => {
    const server = await sharedServer(sample.key);
    for (const path of [`${sample.path}/more/of/it`, `/v1${sample.path.slice(3)}`, `/x${sample.path}`]) {
      const answer = await send(server, sample, { path });
      expect([answer.status, codes(answer)], path).toEqual([404, ['not_found_error']]);
    }
  });
});

describe.each(some)('before the operation: $key', (sample) => {
  // U-01
  // proves: note Token authentication is HTTP Basic with the token as username and an empty password
  it.each([
    ['a colon and no password', basic(TOKENS.owner)],
    ['no colon', `Basic ${btoa(TOKENS.owner)}`],
    ['a password', `Basic ${btoa(`${TOKENS.owner}:secret:with:colons`)}`],
    ['another case of the scheme, and more spaces', `bASIC \t ${btoa(`${TOKENS.owner}:`)}`],
  ])('a token is accepted with %s', async (_, authorization) => {
    const server = await serverFor(sample);
    expect((await send(server, sample, { headers: { authorization } })).status).toBe(sample.status);
  });

  const types = [
    'application/vnd.api+json',
    'application/json',
    'application/json; charset=utf-8',
    'text/plain',
  ];

  // U-42
  // proves: note application/vnd.api+json and application/json are accepted in requests
  it.each([...types, 'nonsense'])('the body is read as JSON with the media type %s', async (type) => {
    const server = await serverFor(sample);
    expect((await send(server, sample, { headers: { 'content-type': type } })).status).toBe(sample.status);
  });

  it('the body is read as JSON without a media type', async () => {
    const server = await serverFor(sample);
    const request = new Request(`${server.url}${sample.path}`, {
      method: sample.method,
      headers: { authorization: basic(TOKENS.owner) },
      body: new TextEncoder().encode(JSON.stringify(sample.body)),
    });
    expect(request.headers.has('content-type')).toBe(false);
    expect((await server.fetch(request)).status).toBe(sample.status);
  });

  // U-07
  it('a body may be as long as the limit, and no byte longer, whatever it contains', async () => {
    const text = JSON.stringify(sample.body);
    await using server = await startServer({ seed: shopFor(sample.key), bodyLimit: text.length });
    const answer = await send(server, sample, { body: `${text} ` });
    expect([answer.status, codes(answer)]).toEqual([413, ['length_error']]);
    expect((await send(server, sample, { body: text })).status).toBe(sample.status);
  });
});

describe.each(accountSamples)('$key of an account', (sample) => {
  const elsewhere = (account: string) => target(sample).replace('9999999', account);

  // proves: error 403 Authenticated but not permitted
  it('a user without a role on the account gets 403', async () => {
    const server = await sharedServer(sample.key);
    const answer = await send(server, sample, { token: TOKENS.stranger });
    expect([answer.status, codes(answer)]).toEqual([403, ['authorization_error']]);
    expect(answer.body.errors?.[0]?.message).toBeTypeOf('string');
  });

  it.each(['8888888', '1234567', 'x'])('account %s gets 403', async (account) => {
    const server = await sharedServer(sample.key);
    const answer = await send(server, sample, { path: elsewhere(account) });
    expect([answer.status, codes(answer)]).toEqual([403, ['authorization_error']]);
  });

  it('authentication comes before validation', async () => {
    const server = await sharedServer(sample.key);
    const body = sample.body === undefined ? undefined : 'no JSON';
    expect((await send(server, sample, { body, headers: { authorization: '' } })).status).toBe(401);
    expect((await send(server, sample, { body, token: TOKENS.stranger })).status).toBe(403);
  });

  // U-21
  it('members can use everything except webhooks, and viewers can read everything except webhooks', async () => {
    const isWebhook = sample.key.startsWith('webhooks.');
    const roles = { [TOKENS.member]: !isWebhook, [TOKENS.viewer]: !isWebhook && sample.method === 'GET' };
    for (const [token, isAllowed] of Object.entries(roles)) {
      const server = await (isAllowed ? serverFor(sample) : sharedServer(sample.key));
      expect((await send(server, sample, { token })).status, token).toBe(isAllowed ? sample.status : 403);
    }
  });
});

/** The ids in the goldens' paths that exist. `840` is a purchase that does not. */
const ids = [
  ...['111', '222', '9', '31', '61', '71', '77'],
  ...['k7qz3m', 'ann%2Bnews%40acme.test', 'bob%40acme.test'],
];
const withIds = accountSamples.flatMap((sample) => {
  const segments = sample.path.split('/');
  return segments.flatMap((segment, at) => {
    const tells404 = ids.includes(segment) && sample.key !== 'tags.remove'; // removing it succeeds: U-09
    return tells404 ? [{ sample, name: segment, path: segments.with(at, 'nothing').join('/') }] : [];
  });
});

describe('an unknown id', () => {
  // proves: error 404 Resource not found
  it.each(withIds)('$sample.key: $path is not found', async ({ sample, path }) => {
    const server = await sharedServer(sample.key);
    const answer = await send(server, sample, { path });
    expect([answer.status, codes(answer)]).toEqual([404, ['not_found_error']]);
    // Plug-ins search for the first sentence.
    expect(answer.body.errors?.[0]?.message).toMatch(
      /^The resource you requested was not found\. [A-Z].*nothing/,
    );
  });

  it('every path with an id is tested', () => {
    const without = accountSamples.filter(({ path }) => !withIds.some(({ sample }) => sample.path === path));
    expect(without.filter(({ path }) => /\/(\d{1,3}|k7qz3m|p2|[^/]+%40[^/]+)(\/|$)/.test(path))).toEqual(
      without.filter(({ key }) => key === 'tags.remove'),
    );
  });
});

describe.each(bodySamples)('the body of $key', (sample) => {
  const text = JSON.stringify(sample.body);

  it('unknown members are ignored', async () => {
    const server = await serverFor(sample);
    const body = JSON.parse(text, (_, value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length
        ? { ...value, brand_new: 'thing' }
        : value,
    );
    expect((await send(server, sample, { body })).status).toBe(sample.status);
  });

  // U-06
  it('broken, incomplete or missing JSON gets 400', async () => {
    const server = await sharedServer(sample.key);
    const wrong = ['', ' ', '{', 'nonsense', `${text}}`, text.slice(0, -1), "{'a': 1}", '{"a": undefined}'];
    for (const body of wrong) {
      const answer = await send(server, sample, { body });
      expect(answer.status, body).toBe(400);
      expect(answer.body).toEqual({ status: 400, error: expect.any(String) });
    }
    expect((await server.send(sample.method, sample.path)).status).toBe(400);
  });

  it('JSON other than an object gets parsing_error', async () => {
    const server = await sharedServer(sample.key);
    for (const body of ['null', '17', '"text"', 'true', '[]', `[${text}]`]) {
      const answer = await send(server, sample, { body });
      expect([answer.status, codes(answer)], body).toEqual([422, ['parsing_error']]);
      expect(answer.body.errors?.[0]).not.toHaveProperty('attribute');
    }
  });

  it('JSON that is nested too deeply gets parsing_error', async () => {
    const server = await sharedServer(sample.key);
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const answer = await send(server, sample, { body: text.replace(/\}/, `,"deep":${deep}}`) });
    expect([answer.status, codes(answer)]).toEqual([422, ['parsing_error']]);
  });
});

// U-03
const withoutBody = samples.filter(({ method, body }) => body === undefined && method !== 'GET');
const ignored = [
  ...withoutBody.map((sample) => ({ sample, what: 'broken JSON', type: MEDIA_TYPE, body: '{' })),
  ...withoutBody.slice(0, 1).flatMap((sample) => [
    { sample, what: 'none', type: '', body: undefined },
    { sample, what: 'JSON', type: MEDIA_TYPE, body: '{}' },
    { sample, what: 'a form', type: 'application/x-www-form-urlencoded', body: 'a=b' },
  ]),
];

it.each(ignored)('$sample.key: a body of $what is ignored', async ({ sample, type, body }) => {
  await using server = await startServer({ seed: shopFor(sample.key) });
  const headers = { 'content-type': type };
  const answer = await server.send(sample.method, target(sample), { headers, ...(body && { body }) });
  expect(answer.status).toBe(sample.status);
});

/** Whether two golden paths belong to the same endpoint: they differ only in ids. */
function sameForm(one: string, other: string): boolean {
  const isId = (segment: string) => ids.includes(segment) || segment === '840';
  const form = (path: string) =>
    path
      .split('/')
      .map((segment) => (isId(segment) ? '*' : segment))
      .join('/');
  return form(one) === form(other);
}
