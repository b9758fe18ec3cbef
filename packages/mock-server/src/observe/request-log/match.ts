/*
 * Partial matching. An expectation is JSON; members that it does not have are ignored. In-process, any value may be a
 * regular expression, a predicate, or an asymmetric matcher of a test runner.
 */

export type Expectation = unknown;

/** An asymmetric matcher such as `expect.any(String)`. */
interface AsymmetricMatcher {
  asymmetricMatch(value: unknown): boolean;
}

const isAsymmetric = (value: object): value is AsymmetricMatcher =>
  'asymmetricMatch' in value && typeof value.asymmetricMatch === 'function';

export interface Mismatch {
  readonly path: string;
  readonly expected: Expectation;
  /** Undefined if absent. */
  readonly found: unknown;
}

/** Lists all mismatches; empty if the value matches. */
export function mismatches(expected: Expectation, actual: unknown, path = ''): Mismatch[] {
  if (Array.isArray(expected)) return mismatchesInList(expected, actual, path);
  if (isLiteral(expected)) {
    return Object.entries(expected).flatMap(([name, member]) =>
      mismatches(member, memberOf(actual, name), path === '' ? name : `${path}.${name}`),
    );
  }
  return isMet(expected, actual) ? [] : [{ path, expected, found: actual }];
}

/** Whether a value matches an expectation. Stops at the first mismatch. */
export function matches(expected: Expectation, actual: unknown): boolean {
  if (Array.isArray(expected)) {
    const isContained = containedIn(actual);
    return expected.every(isContained);
  }
  if (!isLiteral(expected)) return isMet(expected, actual);
  return Object.entries(expected).every(([name, member]) => matches(member, memberOf(actual, name)));
}

/** Whether a list contains an item that matches. Most items are text, which is found without comparing all. */
function containedIn(actual: unknown): (expected: Expectation) => boolean {
  const items: readonly unknown[] = Array.isArray(actual) ? actual : [];
  const same = new Set(items);
  return (expected) =>
    typeof expected === 'string' ? same.has(expected) : items.some((item) => matches(expected, item));
}

/** Matches a list that contains every expected item, in any order. */
function mismatchesInList(expected: readonly Expectation[], actual: unknown, path: string): Mismatch[] {
  const isContained = containedIn(actual);
  return expected
    .filter((value) => !isContained(value))
    .map((expectation) => ({ path, expected: [expectation], found: actual }));
}

function isMet(expected: Expectation, actual: unknown): boolean {
  if (expected instanceof RegExp) return typeof actual === 'string' && actual.search(expected) >= 0;
  if (typeof expected === 'function') return expected(actual) === true;
  if (typeof expected === 'object' && expected !== null && isAsymmetric(expected)) {
    return expected.asymmetricMatch(actual);
  }
  return Object.is(expected, actual);
}

/** Whether an expectation is an object compared member by member. */
export const isLiteral = (expected: Expectation): expected is Readonly<Record<string, unknown>> =>
  typeof expected === 'object' &&
  expected !== null &&
  !Array.isArray(expected) &&
  !(expected instanceof RegExp) &&
  !isAsymmetric(expected);

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
