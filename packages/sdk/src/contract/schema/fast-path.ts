import type * as z from 'zod/mini';
import {
  anyOf,
  anything,
  boolean,
  list,
  number,
  object,
  oneOf,
  optional,
  orNull,
  record,
  type Test,
  text,
} from './predicates.ts';
import type { Definition } from './schema.ts';

interface Parts extends Definition {
  readonly options?: readonly z.core.$ZodType[];
}

/**
 * Whether a schema of the contract certainly accepts a value. It reads the definitions of zod and takes a tenth of the
 * time. After false, zod decides, and names the issues.
 */
export function fastAccepts(type: z.core.$ZodType, value: unknown, isClosed = false): boolean {
  return testOf(type)(value, isClosed);
}

const tests = new WeakMap<z.core.$ZodType, Test>();

function testOf(type: z.core.$ZodType): Test {
  const existing = tests.get(type);
  if (existing) return existing;
  const parts = type._zod.def as Parts; // zod's definitions are a union by `type`
  const fits = kinds[parts.type]?.(parts) ?? never;
  const checks = (parts.checks ?? []).filter(({ _zod: { def } }) => def.check !== 'meta');
  // A format is both a type and its own check.
  if (type._zod.traits.has('$ZodCheck')) checks.push(type as unknown as z.core.$ZodCheck);
  const test = checks.map(passOf).reduce((before, passes): Test => {
    return (value, isClosed) => before(value, isClosed) && passes(value);
  }, fits);
  tests.set(type, test);
  return test;
}

/** Makes the test of a check. An asynchronous check never passes. */
function passOf({ _zod }: z.core.$ZodCheck): (value: unknown) => boolean {
  const { fn } = _zod.def as { fn?: (value: unknown) => unknown }; // of formats and custom rules
  if (fn) return (value) => fn(value) === true;
  return (value) => {
    const payload = { value, issues: [] };
    return _zod.check(payload as never) === undefined && payload.issues.length === 0;
  };
}

const never: Test = () => false;
const orNever = (type: z.core.$ZodType | undefined): Test => (type ? testOf(type) : never);

const kinds: Readonly<Record<string, (parts: Parts) => Test>> = {
  string: () => text,
  number: () => number,
  boolean: () => boolean,
  unknown: () => anything,
  enum: ({ entries = {} }) => oneOf(...Object.values(entries)),
  optional: ({ innerType }) => optional(orNever(innerType)),
  nullable: ({ innerType }) => orNull(orNever(innerType)),
  union: ({ options = [] }) => anyOf(...options.map(testOf)),
  array: ({ element }) => list(orNever(element)),
  record: ({ valueType }) => record(orNever(valueType)),
  object: ({ shape = {}, catchall }) => {
    const needed: Record<string, Test> = {};
    const others: Record<string, Test> = {};
    for (const [name, type] of Object.entries(shape)) {
      const members = type._zod.def.type === 'optional' ? others : needed;
      members[name] = testOf(type);
    }
    return object(needed, others, catchall && testOf(catchall));
  },
};
