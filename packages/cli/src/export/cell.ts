/** A value as the text of a cell, which `trickle import` reads as the same value. */
export function cellOf(value: unknown, separator: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return listOf(value, separator);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** As JSON where joined texts would be read as others. */
function listOf(texts: readonly string[], separator: string): string {
  const joined = texts.join(separator);
  const isPlain = texts.every((text) => text !== '' && text.trim() === text && !text.includes(separator));
  return isPlain && !joined.startsWith('[') ? joined : JSON.stringify(texts);
}
