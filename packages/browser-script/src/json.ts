/**
 * Returns the JSON of a value, as `JSON.stringify` does on a page that leaves the built-ins alone. Old libraries add
 * `toJSON` to arrays, strings and dates. It changes a value before the replacer sees it, so the replacer reads the
 * original value again. Throws an error for circular references, bigints and invalid dates.
 */
export const json = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, key, changed) {
    const own = this[key] as { toJSON?: unknown };
    if (own instanceof Date) return own.toISOString();
    const isAsGiven = Object(own) !== own || Array.isArray(own) || own.toJSON === ({} as typeof own).toJSON;
    return isAsGiven ? own : changed;
  });
