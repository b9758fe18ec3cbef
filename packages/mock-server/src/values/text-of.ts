/**
 * A value of JSON as text: lists with commas, objects as JSON, nothing for what has no value. `String` would do what
 * the value's own members `toString` and `valueOf` say, and fail where these are no functions.
 */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
