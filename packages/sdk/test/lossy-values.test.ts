import { createServer, SeedError } from '@trickle/mock-server';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { createContentHandler } from '../src/content/index.ts';
import { endpointNamed } from '../src/contract/find-endpoint.ts';
import { attributeOf, definitionOf, lossIn } from '../src/contract/index.ts';
import { InputError } from '../src/index.ts';
import type { Operation } from '../src/transport/operation.ts';
import { identifiersIn, operations, transportOf } from './all-operations.ts';
import { answered, failureOf } from './answered-client.ts';

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

const inputs = operations.flatMap((operation) => {
  const body = endpointNamed(operation.name)?.body;
  return body ? placesIn(body.item(), []).map((place) => ({ operation, kind: body.kind, place })) : [];
});

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

async function errorOf(operation: Operation, kind: string, record: unknown) {
  let requests = 0;
  const fetch = () => {
    requests += 1;
    return new Response(null, { status: 204 });
  };
  const path = identifiersIn(operation.path, 'a@x.io');
  const body = kind === 'batch' || kind === 'list' ? [record] : record;
  const error: unknown = await transportOf({ fetch, retries: 0 })
    .call(operation, { path, body, options: undefined })
    .then(undefined, (reason: unknown) => reason);
  return { error, requests };
}

test('the contract has places for values of one’s own', () => {
  const names = inputs.map(({ operation, place }) => `${operation.name} ${attributeOf(place)}`);
  expect(names).toContain('subscribers.upsert custom_fields.own');
  expect(names).toContain('events.record properties.own');
  expect(names).toContain('orders.upsert items[0].properties.own');
  expect(inputs.length).toBeGreaterThan(20);
});

test.each(Object.entries(lossy))(
  '%s is refused with its path, in every method and at every depth',
  async (_, make) => {
    for (const { operation, kind, place } of inputs) {
      for (const below of [[], ['deep', 0, 'er']]) {
        const at = [...place, ...below];
        const { error, requests } = await errorOf(operation, kind, recordWith(at, make()));
        expect(error, `${operation.name} ${attributeOf(at)}`).toBeInstanceOf(InputError);
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
  const plain = [undefined, 2 ** 53 - 1, 1e300, 0.1, null];
  const objects = [{ a: undefined }, new Date(0), { toJSON: () => 'x' }, [[]]];
  for (const { operation, kind, place } of inputs) {
    for (const value of place.at(-2) === 'custom_fields' ? plain : [...plain, ...objects]) {
      const { error } = await errorOf(operation, kind, recordWith(place, value));
      const issues = error instanceof InputError ? error.issues : [];
      // `properties.value` has a range.
      const told = issues.filter(({ code }) => code !== 'range_error').map(({ attribute }) => attribute);
      expect(told.filter((attribute) => attribute.includes(attributeOf(place)))).toEqual([]);
    }
  }
});

test('a custom field that is undefined is not sent', async () => {
  const { client, requests } = answered([() => Response.json({ subscribers: [{}] })]);
  await client.subscribers.upsert({ email: 'a@x.io', custom_fields: { plan: undefined, size: 4 } } as never);
  expect(await requests[0]?.text()).toBe('{"subscribers":[{"email":"a@x.io","custom_fields":{"size":4}}]}');
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
  expect(String(reported[0])).toContain('not one whose prices[0]');
});

test.each(Object.entries(lossy))('a seed of a program with %s is refused with its path', async (_, make) => {
  const subscriber = { email: 'a@x.io', custom_fields: { plan: make() } };
  const seed = { accounts: [{ id: '9', subscribers: [subscriber] }] } as never;
  const error = await failureOf(createServer({ seed }), SeedError);
  expect(error.message).toContain('accounts[0].subscribers[0].custom_fields.plan');
});
