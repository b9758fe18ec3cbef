import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { valuesOf } from '../../../test/arbitrary-values.ts';
import { unknownMembers } from '../../transport/input/unknown-members.ts';
import { contract } from '../index.ts';
import { fastAccepts } from './fast-path.ts';
import { lossIn } from './lossy.ts';
import { anything } from './predicates.ts';
import type { Schema } from './schema.ts';
import { issuesOf } from './validation.ts';

/** Every schema of every operation, by what it is for. */
const schemas = Object.entries(contract).flatMap(([noun, operations]) =>
  Object.entries(operations).flatMap(([method, { body, query, response }]) =>
    Object.entries({ item: body?.item, body: body?.wire, query, response: response.wire }).flatMap(
      ([part, schema]): [string, Schema][] => (schema ? [[`${noun}.${method} ${part}`, schema]] : []),
    ),
  ),
);

/** Whether zod accepts a value. It throws for some that cannot come out of JSON, as for one whose getter throws. */
const zodAccepts = (type: z.ZodMiniType, value: unknown) => type.safeParse(value).success;

describe.each(schemas)('%s', (_, schema) => {
  test('the fast path accepts only what zod accepts, and all such JSON', () => {
    const type = schema();
    let accepted = 0;
    fc.assert(
      fc.property(valuesOf(type), (value) => {
        const isValid = zodAccepts(type, value);
        if (fastAccepts(type, value)) expect(isValid).toBe(true);
        const isClosed = isValid && unknownMembers(type, value).length === 0;
        if (fastAccepts(type, value, true)) expect(isClosed).toBe(true);
        const json = value === undefined ? undefined : plainly(value);
        const isValidJson = zodAccepts(type, json);
        expect(fastAccepts(type, json)).toBe(isValidJson);
        expect(issuesOf(schema, json).length === 0).toBe(isValidJson);
        const isSent = isValidJson && unknownMembers(type, json).length === 0;
        if (lossIn(json) === undefined) expect(fastAccepts(type, json, true)).toBe(isSent);
        if (isValidJson) accepted += 1;
      }),
      { numRuns: 60 },
    );
    expect(accepted).toBeGreaterThan(0);
  });
});

/** The value after a journey through JSON. */
function plainly(value: unknown): unknown {
  const text = JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? 1 : one));
  return text === undefined ? undefined : JSON.parse(text);
}

class Subscriber {
  readonly first_name = 'Ann';
  get email() {
    return 7;
  }
}

const [item] = schemas.filter(([name]) => name === 'subscribers.upsert item').map(([, schema]) => schema);

test.each<[string, unknown]>([
  ['members that a class gives', Object.assign(new Subscriber(), { id: '1' })],
  ['members that are inherited', Object.assign(Object.create({ email: 7 }), { id: '1' })],
  ['gaps in a list', { id: '1', tags: Array.from({ length: 2 }).fill('a', 1) }],
  ['lists with holes', { id: '1', tags: new Array(1) }],
])('%s are left to zod', (_, value) => {
  const type = item?.() as z.ZodMiniType;
  expect(fastAccepts(type, value)).toBe(false);
  expect(zodAccepts(type, value)).toBe(false);
});

test('a kind of type that the contract does not use is left to zod', () => {
  expect(fastAccepts(z.bigint(), 1n)).toBe(false);
  expect(fastAccepts(z.object({ one: z.tuple([z.string()]) }), { one: ['a'] })).toBe(false);
});

test('lists that JSON does not keep are left to zod: those that lose a value, circles, and those deeper than 21', () => {
  const nested = (depth: number): unknown[] => (depth === 1 ? [1, 'a', null] : [nested(depth - 1)]);
  const circle: unknown[] = [];
  circle.push(circle);
  for (const value of [[undefined], [Number.NaN], [[2 ** 60]], { a: [() => 1] }, circle, nested(22)]) {
    expect(anything(value, true)).toBe(false);
  }
  expect(anything(nested(21), true)).toBe(true);
});

test('an asynchronous check is left to zod', () => {
  const type = z.string().check(z.refine(async () => true));
  expect(fastAccepts(type, 'a')).toBe(false);
});
