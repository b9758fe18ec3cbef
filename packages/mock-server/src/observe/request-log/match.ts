/*
 * Partial matching. An expectation is JSON; members that it does not have are ignored. In-process, any value may be a
 * regular expression, a predicate, or an asymmetric matcher of a test runner.
 */

/** A partial description of a value. */
export type Expectation = unknown;

/** An asymmetric matcher such as `expect.any(String)`. */
interface AsymmetricMatcher {
  asymmetricMatch(value: unknown): boolean;
}

const isAsymmetric = (value: object): value is AsymmetricMatcher =>
  'asymmetricMatch' in value && typeof value.asymmetricMatch === 'function';

/** A mismatch: the path, the expected and the actual value. */
export interface Mismatch {
  readonly path: string;
  readonly expected: Expectation;
  /** Undefined if absent. */
  readonly found: unknown;
}

/** Lists all mismatches; empty if the value matches. */
export function mismatches(expected: Expectation, found: unknown, path = ''): Mismatch[] {
  if (Array.isArray(expected)) return mismatchesInList(expected, found, path);
  if (isLiteral(expected)) {
    return Object.entries(expected).flatMap(([name, member]) =>
      mismatches(member, memberOf(found, name), path === '' ? name : `${path}.${name}`),
    );
  }
  return isMet(expected, found) ? [] : [{ path, expected, found }];
}

/** Whether a value matches an expectation. */
export const matches = (expected: Expectation, found: unknown): boolean =>
  mismatches(expected, found).length === 0;

/** Matches a list that contains every expected item, in any order. */
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
