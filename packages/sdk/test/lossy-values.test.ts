import { createServer, SeedError } from '@trickle/mock-server';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { createContentHandler } from '../src/content/index.ts';
import { attributeOf, contract, definitionOf, lossIn } from '../src/contract/index.ts';
import { createClient, InputError } from '../src/index.ts';
import { settingsOf } from '../src/options.ts';
import type { Operation } from '../src/transport/operation.ts';
import * as table from '../src/transport/operations.generated.ts';
import { Transport } from '../src/transport/transport.ts';

type Path = readonly (string | number)[];

/** The places below a type where any value, or any name, may stand. */
function placesIn(type: z.core.$ZodType, path: Path): Path[] {
  const { type: kind, shape, catchall, element, valueType, innerType } = definitionOf(type);
  if (innerType) return placesIn(innerType, path);
  if (element) return placesIn(element, [...path, 0]);
  if (valueType) return [[...path, 'own']];
  const members = Object.entries(shape ?? {}).flatMap(([name, member]) => placesIn(member, [...path, name]));
  if (catchall) members.push([...path, 'own']);
  return kind === 'unknown' && path.length > 0 ? [path] : members;
}

/** A record with a value at a place. */
const recordWith = (path: Path, value: unknown): unknown =>
  path.reduceRight<unknown>((below, key) => (typeof key === 'number' ? [below] : { [key]: below }), value);

const inputs = Object.entries(contract).flatMap(([noun, endpoints]) =>
  Object.entries(endpoints).flatMap(([method, { body }]) =>
    body ? placesIn(body.item(), []).map((place) => ({ noun, method, kind: body.kind, place })) : [],
  ),
);

const circle: Record<string, unknown> = {};
circle.again = [circle];
const lossy: Record<string, () => unknown> = {
  NaN: () => Number.NaN,
  infinity: () => -Infinity,
  'NaN in an object': () => Object(Number.NaN),
  'an invalid date': () => new Date('x'),
  'a promise': () => Promise.resolve(1),
  'a map': () => new Map([['a', 1]]),
  'a set': () => new Set([1]),
  'a function': () => () => 1,
  'a symbol': () => Symbol('s'),
  'a BigInt': () => 1n,
  'a circle': () => circle,
  'an id that JavaScript has rounded': () => Number('7210448301122334455'),
  bytes: () => new Uint8Array(2),
  'a pattern': () => /x/,
  'an error': () => new Error('x'),
};

async function errorOf(noun: string, method: string, kind: string, record: unknown) {
  let requests = 0;
  const options = {
    ...{ baseUrl: 'https://api.test', accountId: '9', apiKey: 'key', retries: 0 },
    fetch: () => {
      requests += 1;
      return new Response(null, { status: 204 });
    },
  };
  const operation = (table as unknown as Record<string, Record<string, Operation>>)[noun]?.[
    method
  ] as Operation;
  const path = (operation.path.match(/\{(?!account_id)\w+\}/g) ?? []).map(() => 'a@x.io');
  const body = kind === 'batch' || kind === 'list' ? [record] : record;
  const error: unknown = await new Transport(settingsOf(options))
    .call(operation, { path, body, options: undefined })
    .then(undefined, (reason: unknown) => reason);
  return { error, requests };
}

test('the contract has places for values of one’s own', () => {
  const names = new Set(inputs.map(({ noun, place }) => `${noun} ${attributeOf(place)}`));
  for (const name of [
    'subscribers custom_fields.own',
    'events properties.own',
    'orders items[0].properties.own',
  ])
    expect(names).toContain(name);
  expect(inputs.length).toBeGreaterThan(20);
});

test.each(Object.entries(lossy))(
  '%s is refused with its path, in every method and at every depth',
  async (_, make) => {
    for (const { noun, method, kind, place } of inputs) {
      for (const below of [[], ['deep', 0, 'er']]) {
        const at = [...place, ...below];
        const { error, requests } = await errorOf(noun, method, kind, recordWith(at, make()));
        expect(error, `${noun}.${method} ${attributeOf(at)}`).toBeInstanceOf(InputError);
        const prefix = kind === 'batch' || kind === 'list' ? '[0].' : '';
        const attributes = (error as InputError).issues.map(({ attribute }) => attribute);
        // A custom field holds no object, and is itself named then.
        const named = [attributeOf(at), attributeOf(place)].map((attribute) => prefix + attribute);
        const isNamed = attributes.some((attribute) => named.some((name) => attribute.startsWith(name)));
        expect(isNamed, `${attributes} instead of ${named[0]}`).toBe(true);
        expect(requests).toBe(0);
      }
    }
  },
);

test('undefined members are absent, and values that JSON keeps are accepted', async () => {
  const kept = [
    undefined,
    { a: undefined },
    new Date(0),
    { toJSON: () => 'x' },
    2 ** 53 - 1,
    1e300,
    0.1,
    null,
    [[]],
  ];
  for (const { noun, method, kind, place } of inputs) {
    for (const value of kept) {
      if (place.at(-2) === 'custom_fields' && typeof value === 'object' && value !== null) continue;
      const { error } = await errorOf(noun, method, kind, recordWith(place, value));
      const issues = error instanceof InputError ? error.issues : [];
      // `properties.value` has a range.
      const attributes = issues
        .filter(({ code }) => code !== 'range_error')
        .map(({ attribute }) => attribute);
      expect(attributes.filter((attribute) => attribute.includes(attributeOf(place)))).toEqual([]);
    }
  }
});

test('a custom field that is undefined is not sent', async () => {
  const sent: unknown[] = [];
  const client = createClient({
    ...{ baseUrl: 'https://api.test', accountId: '9', apiKey: 'key' },
    fetch: async (request) => {
      sent.push(await request.json());
      return Response.json({ subscribers: [{ id: '1' }] });
    },
  });
  await client.subscribers.upsert({ email: 'a@x.io', custom_fields: { plan: undefined, size: 4 } } as never);
  expect(sent).toEqual([{ subscribers: [{ email: 'a@x.io', custom_fields: { size: 4 } }] }]);
});

test('values without a loss come out of JSON as they went in', () => {
  fc.assert(
    fc.property(
      fc.anything({ withDate: false, withMap: true, withSet: true, withBigInt: true, withSparseArray: true }),
      (value) => {
        if (lossIn(value) !== undefined) return;
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(plain).toEqual(value === 0 ? plain : value);
      },
    ),
    { numRuns: 500 },
  );
});

test.each(Object.entries(lossy))('content with %s is an error that names the member', async (_, make) => {
  const reported: unknown[] = [];
  const handler = createContentHandler({}, () => ({ prices: [make()] }), {
    onError: (error) => void reported.push(error),
  });
  const answer = await handler(new Request('https://app.test/content'));
  expect(answer.status).toBe(500);
  expect(String(reported[0])).toContain('prices[0]');
});

test.each(Object.entries(lossy))('a seed of a program with %s is refused with its path', async (_, make) => {
  const seed = {
    accounts: [{ id: '9', subscribers: [{ email: 'a@x.io', custom_fields: { plan: make() } }] }],
  };
  const error: unknown = await createServer({ seed: seed as never }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SeedError);
  expect(String(error)).toContain('accounts[0].subscribers[0].custom_fields.plan');
});
