/** Normalizes a visitor id to lower case, as some clients send upper case; undefined for anything else. */
// Unspecified: U-28
export const visitorIdOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[0-9a-f]{32}$/i.test(value) ? value.toLowerCase() : undefined;
