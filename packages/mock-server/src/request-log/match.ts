/*
 * Whether a value is what was expected of it. An expectation is JSON of which only the members that it has are
 * looked at; in-process, a regular expression, a predicate and the asymmetric matchers of test runners may stand
 * anywhere in it.
 */

/** What a value is expected to be, in part. */
export type Expectation = unknown;

/** Test runners' `expect.any(String)` and the like. */
interface AsymmetricMatcher {
  asymmetricMatch(value: unknown): boolean;
}

const isAsymmetric = (value: object): value is AsymmetricMatcher =>
  'asymmetricMatch' in value && typeof value.asymmetricMatch === 'function';

/** Where a value is not what was expected: the path to it, what was expected, and what was there. */
export interface Mismatch {
  readonly path: string;
  readonly expected: Expectation;
  /** Undefined where nothing was there. */
  readonly found: unknown;
}

/** All that is not as expected; empty when everything is. */
export function mismatches(expected: Expectation, found: unknown, path = ''): Mismatch[] {
  if (Array.isArray(expected)) return mismatchesInList(expected, found, path);
  if (isLiteral(expected)) {
    return Object.entries(expected).flatMap(([name, member]) =>
      mismatches(member, memberOf(found, name), path === '' ? name : `${path}.${name}`),
    );
  }
  return isMet(expected, found) ? [] : [{ path, expected, found }];
}

/** Whether everything is as expected. */
export const matches = (expected: Expectation, found: unknown): boolean =>
  mismatches(expected, found).length === 0;

/** A list is expected to hold each of some things, wherever they stand. */
function mismatchesInList(expected: readonly Expectation[], found: unknown, path: string): Mismatch[] {
  const items: readonly unknown[] = Array.isArray(found) ? found : [];
  return expected
    .filter((wanted) => !items.some((item) => matches(wanted, item)))
    .map((wanted) => ({ path, expected: [wanted], found }));
}

function isMet(expected: Expectation, found: unknown): boolean {
  if (expected instanceof RegExp) return typeof found === 'string' && found.search(expected) >= 0;
  if (typeof expected === 'function') return expected(found) === true;
  if (typeof expected === 'object' && expected !== null && isAsymmetric(expected)) {
    return expected.asymmetricMatch(found);
  }
  return Object.is(expected, found);
}

/** Whether an expectation is an object that is compared member by member. */
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
