/**
 * What `JSON.stringify` gives on a page that leaves the built-ins alone. Old libraries add `toJSON` to arrays,
 * strings and dates, which has changed a value before anybody is asked; so the value itself is taken again.
 * Throws at a value that holds itself, at a bigint, and at a date that is none.
 */
export const json = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, key, changed) {
    const own = this[key] as { toJSON?: unknown };
    if (own instanceof Date) return own.toISOString();
    const isAsGiven = Object(own) !== own || Array.isArray(own) || own.toJSON === ({} as typeof own).toJSON;
    return isAsGiven ? own : changed;
  });
