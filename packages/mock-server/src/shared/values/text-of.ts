/**
 * Converts a JSON value to text: lists with commas, objects as JSON, null as empty text. `String` would call the
 * value's own `toString` and `valueOf`, and fail when these are not functions.
 */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
