/**
 * Returns the JSON of a value, as `JSON.stringify` does on a page that leaves the built-ins alone. Old libraries add
 * `toJSON` to arrays, strings and dates. It changes a value before the replacer sees it, so the replacer reads the
 * original value again. Throws an error for circular references, bigints and invalid dates.
 */
export const json = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, key, changed) {
    const value = this[key] as { toJSON?: unknown };
    if (value instanceof Date) return value.toISOString();
    const isAsGiven =
      Object(value) !== value || Array.isArray(value) || value.toJSON === ({} as typeof value).toJSON;
    return isAsGiven ? value : changed;
  });
