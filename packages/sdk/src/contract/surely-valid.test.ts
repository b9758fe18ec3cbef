import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { unknownMembers } from '../input/unknown-members.ts';
import { contract } from './index.ts';
import type { Schema } from './schema.ts';
import { isSurelyValid } from './surely-valid.ts';
import { faultsOf } from './validation.ts';

/** Every schema of every operation, by what it is for. */
const schemas = Object.entries(contract).flatMap(([noun, operations]) =>
  Object.entries(operations).flatMap(([method, { body, query, response }]) =>
    Object.entries({ item: body?.item, body: body?.wire, query, response: response.wire }).flatMap(
      ([part, schema]): [string, Schema][] => (schema ? [[`${noun}.${method} ${part}`, schema]] : []),
    ),
  ),
);

const nonsense = fc.oneof(
  fc.anything({ maxDepth: 2, withDate: true, withNullPrototype: true, withSparseArray: true, withMap: true }),
  fc.constantFrom<unknown>(
    ...['', ' ', '0', 'vip', 'active', 'USD', 'usd', '1111100', '0000000', '+12065550100', 'a_b', 'A b', 'é'],
    ...['a@x.io', 'a@x', '2026-02-29', '2024-02-29', '2026-01-31T09:00:00Z', '2026-04-31T09:00', 'Etc/UTC'],
    ...['https://x.test', 'ftp://x', '2147483647', Number.NaN, Infinity, -0, 0.5, 2 ** 53, 2_147_483_647, -1],
    ...[null, undefined, true, [], {}, [[]], Symbol('s'), 1n, new Date(0), () => 1, Object.create({ id: 1 })],
  ),
);

interface Parts {
  readonly type: string;
  readonly innerType?: z.core.$ZodType;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly element?: z.core.$ZodType;
  readonly valueType?: z.core.$ZodType;
  readonly catchall?: z.core.$ZodType;
  readonly entries?: Readonly<Record<string, string>>;
  readonly options?: readonly z.core.$ZodType[];
  readonly format?: string;
}

const formats: Readonly<Record<string, readonly string[]>> = {
  email: ['ann@example.com', 'a+b@x.io', 'no'],
  sms: ['+12065550100', '+442065550100'],
  url: ['https://x.test/a', 'x.test'],
  iso_time: ['2026-01-31', '2024-02-29T10:00:00+02:00', '2026-02-29'],
  days_of_the_week: ['1111100', '0000000'],
  time_zone: ['America/Chicago', 'Etc/UTC', 'Mars/Olympus'],
  snake_case: ['my_shop', 'My Shop'],
  currency: ['USD', 'dollars'],
};

/** Values that a type mostly accepts, spoiled here and there. */
function valuesOf(type: z.core.$ZodType): fc.Arbitrary<unknown> {
  const parts = type._zod.def as Parts;
  const { innerType, shape = {}, element, valueType, entries, options = [], format = '' } = parts;
  const below = (inner: z.core.$ZodType | undefined) => (inner ? valuesOf(inner) : nonsense);
  const good = (): fc.Arbitrary<unknown> => {
    switch (parts.type) {
      case 'optional':
        return fc.option(below(innerType), { nil: undefined });
      case 'nullable':
        return fc.option(below(innerType), { nil: null });
      case 'string':
        return textsOf(format);
      case 'number':
        return fc.oneof(
          { weight: 40, arbitrary: fc.integer({ min: 0, max: 9 }) },
          { weight: format === 'safeint' ? 1 : 20, arbitrary: fc.double({ noNaN: true }) },
        );
      case 'boolean':
        return fc.boolean();
      case 'enum':
        return fc.constantFrom(...Object.values(entries ?? {}));
      case 'array':
        return fc.oneof(
          { weight: 5, arbitrary: fc.tuple(below(element)) },
          { weight: 1, arbitrary: fc.array(below(element), { maxLength: 2 }) },
        );
      case 'record':
        return fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), below(valueType), { maxKeys: 2 });
      case 'union':
        return fc.oneof(...options.map(valuesOf));
      case 'object':
        return objectsOf(shape);
      default:
        return nonsense;
    }
  };
  return fc.oneof({ weight: 300, arbitrary: good() }, { weight: 1, arbitrary: nonsense });
}

/** Texts of a format, the last of which is not of it; the others come more often. */
function textsOf(format: string): fc.Arbitrary<string> {
  const texts = formats[format];
  if (!texts) return fc.string({ maxLength: 3 }).map((text) => text || 'text');
  const [wrong = '', ...right] = texts.toReversed();
  return fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom(...right) },
    { weight: 1, arbitrary: fc.constant(wrong) },
  );
}

function objectsOf(shape: NonNullable<Parts['shape']>): fc.Arbitrary<unknown> {
  const names = Object.keys(shape);
  const needed = names.filter((name) => shape[name]?._zod.def.type !== 'optional');
  const members = fc.record(
    Object.fromEntries(names.map((name) => [name, valuesOf(shape[name] as z.core.$ZodType)])),
    { requiredKeys: needed },
  );
  const more = fc.dictionary(fc.constantFrom('unknown', 'constructor', '__proto__'), nonsense, {
    maxKeys: 1,
  });
  return fc
    .tuple(members, fc.oneof({ weight: 20, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: more }))
    .map(([some, others]) => ({ ...some, ...others }));
}

/** Whether zod accepts a value. It throws for some that cannot come out of JSON, as for one whose getter throws. */
const zodAccepts = (type: z.ZodMiniType, value: unknown) => type.safeParse(value).success;

describe.each(schemas)('%s', (_, schema) => {
  test('what is sure is what zod accepts, and of JSON all of it', () => {
    const type = schema();
    let accepted = 0;
    fc.assert(
      fc.property(valuesOf(type), (value) => {
        const isValid = zodAccepts(type, value);
        if (isSurelyValid(type, value)) expect(isValid).toBe(true);
        const isClosed = isValid && unknownMembers(type, value).length === 0;
        if (isSurelyValid(type, value, true)) expect(isClosed).toBe(true);
        const json = value === undefined ? undefined : plainly(value);
        const isValidJson = zodAccepts(type, json);
        expect(isSurelyValid(type, json)).toBe(isValidJson);
        expect(faultsOf(schema, json).length === 0).toBe(isValidJson);
        expect(isSurelyValid(type, json, true)).toBe(isValidJson && unknownMembers(type, json).length === 0);
        if (isValidJson) accepted += 1;
      }),
      { numRuns: 60 },
    );
    expect(accepted).toBeGreaterThan(0);
  });
});

/** What is left of a value when it has been through JSON. */
function plainly(value: unknown): unknown {
  const text = JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? 1 : one));
  return text === undefined ? undefined : JSON.parse(text);
}

class Person {
  readonly first_name = 'Ann';
  get email() {
    return 7;
  }
}

const [item] = schemas.filter(([name]) => name === 'subscribers.upsert item').map(([, schema]) => schema);

test.each<[string, unknown]>([
  ['members that a class gives', Object.assign(new Person(), { id: '1' })],
  ['members that are inherited', Object.assign(Object.create({ email: 7 }), { id: '1' })],
  ['gaps in a list', { id: '1', tags: Array.from({ length: 2 }).fill('a', 1) }],
  ['lists with holes', { id: '1', tags: new Array(1) }],
])('%s are left to zod', (_, value) => {
  const type = item?.() as z.ZodMiniType;
  expect(isSurelyValid(type, value)).toBe(false);
  expect(zodAccepts(type, value)).toBe(false);
});

test('a kind of type that the contract does not use is never sure', () => {
  expect(isSurelyValid(z.bigint(), 1n)).toBe(false);
  expect(isSurelyValid(z.object({ one: z.tuple([z.string()]) }), { one: ['a'] })).toBe(false);
});

test('a check that needs time is never sure', () => {
  const type = z.string().check(z.refine(async () => true));
  expect(isSurelyValid(type, 'a')).toBe(false);
});

test('most valid people are told by it at once', () => {
  const type = item?.() as z.ZodMiniType;
  const ann = {
    ...{
      email: 'ann@example.com',
      first_name: 'Ann',
      tags: ['vip'],
      custom_fields: { size: 42, plan: null },
    },
    ...{ time_zone: 'America/Chicago', sms_number: '+12065550100', status: 'active', lifetime_value: 5 },
  };
  expect(isSurelyValid(type, ann, true)).toBe(true);
  expect(isSurelyValid(type, { ...ann, firstName: 'Ann' }, true)).toBe(false);
  expect(isSurelyValid(type, { ...ann, firstName: 'Ann' })).toBe(true);
  expect(isSurelyValid(type, { first_name: 'Ann' })).toBe(false);
});
