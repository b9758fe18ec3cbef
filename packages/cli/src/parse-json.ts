/** Maximum depth of JSON: more than any record, but safe to validate and serialize. */
export const MAX_DEPTH = 100;

/** Parses JSON; undefined if the text is not valid, or nested too deeply for the runtime. Pass a `parse` that keeps all digits of numbers. */
export function tryParseJson(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a value is nested too deeply, so that recursive functions would overflow the stack. */
export function isTooDeep(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isTooDeep(member, levels - 1));
}

/** A value of a file as text. `String()` fails for an object with a member `toString`. */
export const shownJson = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Whether a value is an object other than an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
