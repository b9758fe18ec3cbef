import type * as z from 'zod/mini';
import type { Definition } from './definition.ts';

/** Whether a value fits. With `isClosed` objects may have no members that their schema does not name. */
type Test = (value: unknown, isClosed: boolean) => boolean;

/** What zod's definitions and checks hold beyond {@link Definition}. */
interface Parts extends Definition {
  readonly checks?: readonly z.core.$ZodCheck[];
  readonly entries?: Readonly<Record<string, string | number>>;
  readonly options?: readonly z.core.$ZodType[];
}

/**
 * Whether it is sure that a schema of the contract accepts a value: then zod does too, in ten times the time. What is
 * not sure is left to zod, which alone says what is wrong. Derived from the same definitions, without `eval`, which
 * workers and pages may forbid.
 */
export function isSurelyValid(type: z.core.$ZodType, value: unknown, isClosed = false): boolean {
  return testOf(type)(value, isClosed);
}

const tests = new WeakMap<z.core.$ZodType, Test>();

function testOf(type: z.core.$ZodType): Test {
  const known = tests.get(type);
  if (known) return known;
  const parts = type._zod.def as Parts; // zod's definitions are a union by `type`
  const fits = kinds[parts.type]?.(parts) ?? (() => false);
  const checks = (parts.checks ?? []).filter(({ _zod: { def } }) => def.check !== 'meta');
  // A format is a type and the check of it.
  if (type._zod.traits.has('$ZodCheck')) checks.push(type as unknown as z.core.$ZodCheck);
  const test = checks.map(passOf).reduce((before, passes): Test => {
    return (value, isClosed) => before(value, isClosed) && passes(value);
  }, fits);
  tests.set(type, test);
  return test;
}

/** Whether a value passes a check, whose type it has; with a promise that is not sure. */
function passOf({ _zod }: z.core.$ZodCheck): (value: unknown) => boolean {
  const { fn } = _zod.def as { fn?: (value: unknown) => unknown }; // of formats and of rules of our own
  if (fn) return (value) => fn(value) === true;
  return (value) => {
    const payload = { value, issues: [] };
    return _zod.check(payload as never) === undefined && payload.issues.length === 0;
  };
}

const kinds: Readonly<Record<string, (parts: Parts) => Test>> = {
  string: () => (value) => typeof value === 'string',
  number: () => Number.isFinite,
  boolean: () => (value) => typeof value === 'boolean',
  unknown: () => () => true,
  enum: ({ entries = {} }) => {
    const values = new Set<unknown>(Object.values(entries));
    return (value) => values.has(value);
  },
  optional: ({ innerType }) => either((value) => value === undefined, innerType),
  nullable: ({ innerType }) => either((value) => value === null, innerType),
  union: ({ options = [] }) => {
    const any = options.map(testOf);
    return (value, isClosed) => {
      for (const test of any) if (test(value, isClosed)) return true;
      return false;
    };
  },
  array: ({ element }) => {
    const test = orNothing(element);
    return (value, isClosed) => {
      if (!Array.isArray(value)) return false;
      for (const one of value) if (!test(one, isClosed)) return false; // `every` would pass over gaps
      return true;
    };
  },
  record: ({ valueType }) => {
    const test = orNothing(valueType);
    return (value, isClosed) => {
      if (!isPlain(value)) return false;
      for (const key in value) {
        if (key !== '__proto__' && !test(value[key], isClosed)) return false; // zod looks past this one name
      }
      return Object.getOwnPropertySymbols(value).length === 0;
    };
  },
  object: objectTest,
};

const orNothing = (type: z.core.$ZodType | undefined): Test => (type ? testOf(type) : () => false);

function either(isAbsent: (value: unknown) => boolean, innerType: z.core.$ZodType | undefined): Test {
  const test = orNothing(innerType);
  return (value, isClosed) => isAbsent(value) || test(value, isClosed);
}

function objectTest({ shape = {}, catchall }: Parts): Test {
  const members = new Map(Object.entries(shape).map(([name, type]) => [name, testOf(type)]));
  const needed = Object.keys(shape).filter((name) => shape[name]?._zod.def.type !== 'optional');
  const rest = catchall && testOf(catchall);
  return (value, isClosed) => {
    if (!isPlain(value)) return false;
    for (const name in value) {
      const test = members.get(name) ?? rest;
      const member = value[name];
      if (test ? !test(member, isClosed) : isClosed && member !== undefined) return false;
    }
    for (const name of needed) if (!Object.hasOwn(value, name)) return false;
    return true;
  };
}

/** Whether this is an object whose members are its own: with getters of a class it would not be sure. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
