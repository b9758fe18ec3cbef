import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../../scripts/setup/thorough.ts';
import { TOKENS } from './boat-shop.ts';
import { startServer, type TestServer } from './harness.ts';
import { bodySamples } from './operations.ts';
import { till } from './till.ts';

/** Any local part of an email address. */
const localPart = fc.stringMatching(/^[^\s@"(),:;<>[\\\]\ud800-\udfff\p{Cc}]{1,12}$/u);
const address = localPart.map((local) => `${local}@acme.test`);

/** Any string without lone surrogates, which URLs cannot represent. */
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });

const runs = (all: number) => ({ numRuns: runsOf(all) });

describe('any path', () => {
  it('a path with any email address finds its subscriber', async () => {
    await using server = await startServer();
    await fc.assert(
      fc.asyncProperty(address, async (email) => {
        const saved = await server.save({ email });
        expect(await server.subscriber(saved.email)).toEqual(saved);
        expect((await server.delete(`subscribers/${encodeURIComponent(email)}`)).status).toBe(204);
        expect((await server.get(`subscribers/${encodeURIComponent(email)}`)).status).toBe(404);
      }),
      runs(150),
    );
  });

  it('a path with any tag removes exactly this tag', async () => {
    await using server = await startServer();
    await fc.assert(
      fc.asyncProperty(text, async (tag) => {
        // URLs cannot represent these two as segments.
        fc.pre(tag !== '.' && tag !== '..' && tag === tag.trim() && tag !== '');
        const { tags } = await server.save({ id: 'p2', tags: ['keep', tag] });
        expect(tags).toContain(tag);
        const path = `subscribers/bob%40acme.test/tags/${encodeURIComponent(tag)}`;
        expect((await server.delete(path)).status).toBe(204);
        expect((await server.subscriber('p2')).tags).toEqual(tag === 'keep' ? [] : ['keep']);
      }),
      runs(200),
    );
  });
});

describe('any text', () => {
  it('any text is returned unchanged as an attribute, a custom field and its name, and a tag', async () => {
    await using server = await startServer();
    await fc.assert(
      fc.asyncProperty(text, text, async (value, name) => {
        fc.pre(name !== '__proto__' && value.trim() !== '');
        const record = { first_name: value, custom_fields: { [name]: value } };
        const subscriber = await server.save({ email: 'cy@acme.test', ...record, tags: [value] });
        expect(subscriber).toMatchObject({ first_name: value });
        expect(subscriber.custom_fields[name]).toBe(value);
        expect(subscriber.tags).toContain(value.trim());
      }),
      runs(150),
    );
  });
});

const nameAmong = (names: readonly string[]) =>
  fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 4 }));

/** JSON of any shape with some of the interface's names. */
const json = (names: readonly string[]) =>
  fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.string({ maxLength: 8 }),
      fc.constantFrom('ann@acme.test', 'k7qz3m', '2026-01-01', 'active', ''),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(nameAmong(names), tie('value'), { maxKeys: 6 }),
    ),
  })).value;

/** The names of all members of a valid request. */
function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const names = Array.isArray(value) ? [] : Object.keys(value);
  return [...names, ...Object.values(value).flatMap(namesIn)];
}

/** The envelope of a valid request around any JSON. */
function wrap(body: unknown, content: unknown): unknown {
  const [name, list] = Object.entries(body as object)[0] ?? [];
  if (name === undefined || !Array.isArray(list)) return content;
  return { [name]: [name === 'batches' ? wrap(list[0], content) : content] };
}

it('any JSON sent to any operation is answered without an internal error', async () => {
  await using server = await startServer();
  const request = fc.constantFrom(...bodySamples).chain(({ method, path, body }) => {
    const content = json([...new Set(namesIn(body)), '__proto__', 'constructor']);
    const sent = fc.oneof(
      content,
      content.map((one) => wrap(body, one)),
    );
    return fc.record({ method: fc.constant(method), path: fc.constant(path), sent });
  });
  await fc.assert(
    fc.asyncProperty(request, async ({ method, path, sent }) => {
      const { status, body } = await server.send(method, path, { body: JSON.stringify(sent) });
      expect([200, 201, 202, 204, 404, 422]).toContain(status);
      if (status === 422) expect(body.errors?.length).toBeGreaterThan(0);
    }),
    runs(60 * bodySamples.length),
  );
  await server.settle();
  expect((await server.get('subscribers?status=all')).status).toBe(200);
});

describe('any Basic credentials', () => {
  const send = async (server: TestServer, authorization: string) =>
    (await server.send('GET', 'tags', { headers: { authorization } })).status;

  it('a valid token authenticates with any password, spacing and case of the scheme', async () => {
    await using server = await startServer();
    const scheme = fc.mixedCase(fc.constant('basic'));
    const spaces = fc.stringMatching(/^[ \t]{1,4}$/);
    const password = fc.option(fc.string({ unit: 'grapheme-ascii' }), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(scheme, spaces, password, async (name, space, secret) => {
        const pair = secret === undefined ? TOKENS.owner : `${TOKENS.owner}:${secret}`;
        expect(await send(server, `${name}${space}${btoa(pair)}`)).toBe(200);
      }),
      runs(100),
    );
  });

  it('other credentials never authenticate', async () => {
    await using server = await startServer();
    const header = fc.oneof(
      fc.string({ unit: 'grapheme-ascii' }),
      fc.string({ unit: 'grapheme-ascii' }).map((name) => `Basic ${btoa(name)}`),
      fc.base64String().map((credentials) => `Basic ${credentials}`),
      fc.constantFrom(...Object.values(TOKENS)).map((token) => `Basic ${btoa(`x${token}:`)}`),
    );
    await fc.assert(
      fc.asyncProperty(header, async (authorization) => {
        expect(await send(server, authorization)).toBe(401);
      }),
      runs(200),
    );
  });
});

describe('lists of any length with pages of any size', () => {
  it('every subscriber is on exactly one page, in order of creation', async () => {
    const [counts, sizes] = [fc.integer({ min: 0, max: 23 }), fc.integer({ min: 1, max: 9 })];
    const property = fc.asyncProperty(counts, sizes, async (count, size) => {
      const emails = Array.from({ length: count }, (_, i) => `n${i}@acme.test`);
      await using server = await startServer(till({ subscribers: emails.map((email) => ({ email })) }));
      const seen: string[] = [];
      let pages = 1;
      for (let page = 1; page <= pages; page++) {
        const { body } = await server.get(`subscribers?page=${page}&per_page=${size}`);
        const subscribers = body.subscribers ?? [];
        expect(body.meta).toMatchObject({ page, count: subscribers.length, total_count: count });
        seen.push(...subscribers.map(({ email }) => email));
        pages = Number(body.meta?.total_pages);
      }
      expect(seen).toEqual(emails);
      expect(pages).toBe(Math.max(1, Math.ceil(count / size)));
    });
    await fc.assert(property, runs(40));
  });
});
