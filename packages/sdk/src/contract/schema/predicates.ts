import * as formats from './formats.ts';

/*
 * Tests of values without zod and without `eval`, which workers and pages may forbid. They accept only values that zod
 * certainly accepts; zod decides about all others, and names the issues.
 */

/** Whether a value is accepted. With `isClosed`, objects must have no unknown members. */
export type Test = (value: unknown, isClosed: boolean) => boolean;

/** Any value. If it is to be sent, which `isClosed` says too, only values that JSON certainly keeps. */
export const anything: Test = (value, isClosed) => !isClosed || isKept(value);
export const text: Test = (value) => typeof value === 'string';
/** A string that is not empty. */
export const name: Test = (value) => typeof value === 'string' && value !== '';
export const number: Test = (value, isClosed) =>
  Number.isFinite(value) && !(isClosed && losesDigits(value as number)); // finite, so a number
export const integer: Test = Number.isSafeInteger;
export const boolean: Test = (value) => typeof value === 'boolean';

/** Any value; a number must be less than `limit`. */
export const anythingBelow =
  (limit: number): Test =>
  (value, isClosed) =>
    (typeof value !== 'number' || value < limit) && anything(value, isClosed);

export const format =
  (fits: (value: string) => boolean): Test =>
  (value) =>
    typeof value === 'string' && fits(value);

/** A string of this form. */
export const form = (pattern: RegExp) => format((value) => pattern.test(value));

export const email = format(formats.isEmail);
export const isoTime = format(formats.isIsoTime);
export const timeZone = format(formats.isTimeZone);
export const usMobile = form(formats.US_MOBILE);

export function oneOf(...values: readonly unknown[]): Test {
  const allowed = new Set(values);
  return (value) => allowed.has(value);
}

export const anyOf =
  (...tests: readonly Test[]): Test =>
  (value, isClosed) => {
    for (const test of tests) if (test(value, isClosed)) return true;
    return false;
  };

/** Null, or a value that the test accepts. */
export const orNull =
  (test: Test): Test =>
  (value, isClosed) =>
    value === null || test(value, isClosed);

/** Undefined, or a value that the test accepts. */
export const optional =
  (test: Test): Test =>
  (value, isClosed) =>
    value === undefined || test(value, isClosed);

/** An array whose elements the test accepts. */
export const list =
  (test: Test): Test =>
  (value, isClosed) => {
    if (!Array.isArray(value)) return false;
    for (const item of value) if (!test(item, isClosed)) return false; // `every` would skip gaps
    return true;
  };

/** An object whose values the test accepts, under any names. */
export const record =
  (test: Test): Test =>
  (value, isClosed) => {
    if (!isPlain(value)) return false;
    for (const key in value) {
      if (key !== '__proto__' && !test(value[key], isClosed)) return false; // zod ignores this name
    }
    return Object.getOwnPropertySymbols(value).length === 0;
  };

/** An object with the required members `needed`, the optional members `others`, and any that `rest` accepts. */
export function object(
  needed: Readonly<Record<string, Test>>,
  others: Readonly<Record<string, Test>> = {},
  rest?: Test,
): Test {
  const members = new Map(Object.entries(needed));
  for (const [name, test] of Object.entries(others)) members.set(name, optional(test));
  const names = Object.keys(needed);
  return (value, isClosed) => {
    if (!isPlain(value)) return false;
    for (const name in value) {
      const test = members.get(name) ?? rest;
      const member = value[name];
      if (test ? !test(member, isClosed) : isClosed && member !== undefined) return false;
    }
    for (const name of names) if (!Object.hasOwn(value, name)) return false;
    return true;
  };
}

/** An object that the test accepts, with at least one of these members. */
export const withOneOf =
  (names: readonly string[], test: Test): Test =>
  (value, isClosed) =>
    test(value, isClosed) && names.some((name) => (value as Record<string, unknown>)[name] !== undefined);

/** Whether a value is a plain object; the members of class instances are uncertain. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Whether a number is an integer whose last digits JavaScript has changed. Nobody takes one with an exponent for an id. */
export const losesDigits = (value: number) =>
  Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21;

/** Whether JSON certainly keeps a value, to a depth that bounds circles. `lossIn` decides about all others. */
function isKept(value: unknown, depth = 0): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value !== 'object') return value === undefined ? depth === 0 : number(value, true);
  if (depth > 20) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (!isKept(item, depth + 1)) return false; // `every` would skip gaps
    return true;
  }
  if (!isPlain(value) || 'toJSON' in value) return value instanceof Date && !Number.isNaN(value.getTime());
  return Object.values(value).every((member) => member === undefined || isKept(member, depth + 1));
}
