/** What an object has itself, or the page has given to all of them. */
const toJSON = (value: { toJSON?: unknown } | null): unknown => value?.toJSON;

/**
 * What `JSON.stringify` gives on a page that leaves the built-ins alone. Old libraries add `toJSON` to arrays,
 * strings and dates, which has changed a value before anybody is asked; so the value itself is taken again.
 * Throws at a value that holds itself, at a bigint, and at a date that is none.
 */
export const json = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, key, changed) {
    const own = this[key];
    if (own instanceof Date) return own.toISOString();
    return typeof own !== 'object' || Array.isArray(own) || toJSON(own) === toJSON({}) ? own : changed;
  });
