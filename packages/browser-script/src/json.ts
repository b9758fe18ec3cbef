const quoted = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON wants escaped
  `"${text.replace(/[\\"\u0000-\u001f]/g, (character) => `\\u${(character.charCodeAt(0) + 65536).toString(16).slice(1)}`)}"`;

/**
 * What `JSON.stringify` gives on a page that leaves the built-ins alone. Old libraries add `toJSON` to arrays,
 * strings and dates, and some replace `JSON` itself; what such a page sends must be the same.
 * Throws at a value that holds itself.
 */
export function json(value: unknown): string | undefined {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : 'null';
  if (typeof value !== 'object') {
    return typeof value === 'boolean' || typeof value === 'bigint' ? `${value}` : undefined;
  }
  if (value === null) return 'null';
  let text = '';
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) text += `,${json(value[index]) ?? 'null'}`;
    return `[${text.slice(1)}]`;
  }
  if (value instanceof Date) return Number.isNaN(+value) ? 'null' : quoted(value.toISOString());
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === 'function' && toJSON !== (Object.prototype as { toJSON?: unknown }).toJSON) {
    return json(toJSON.call(value));
  }
  for (const key of Object.keys(value)) {
    const member = json((value as Record<string, unknown>)[key]);
    if (member !== undefined) text += `,${quoted(key)}:${member}`;
  }
  return `{${text.slice(1)}}`;
}
