import fc from 'fast-check';
import type * as z from 'zod/mini';
import type { Definition } from '../src/contract/schema/schema.ts';

const nonsense = fc.oneof(
  fc.anything({ maxDepth: 2, withDate: true, withNullPrototype: true, withSparseArray: true, withMap: true }),
  fc.constantFrom<unknown>(
    ...['', ' ', '0', 'vip', 'active', 'USD', 'usd', '1111100', '0000000', '+12065550100', 'a_b', 'A b', 'é'],
    ...['a@x.io', 'a@x', '2026-02-29', '2024-02-29', '2026-01-31T09:00:00Z', '2026-04-31T09:00', 'Etc/UTC'],
    ...['https://x.test', 'ftp://x', '2147483647', Number.NaN, Infinity, -0, 0.5, 2 ** 53, 2_147_483_647, -1],
    ...[null, undefined, true, [], {}, [[]], Symbol('s'), 1n, new Date(0), () => 1, Object.create({ id: 1 })],
  ),
);

interface Parts extends Definition {
  readonly entries?: Readonly<Record<string, string>>;
  readonly options?: readonly z.core.$ZodType[];
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
export function valuesOf(type: z.core.$ZodType): fc.Arbitrary<unknown> {
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
