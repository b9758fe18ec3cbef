/** How deep JSON may be nested: deeper than any record, and shallow enough to be checked and written again. */
export const MAX_DEPTH = 100;

/** Parses JSON; undefined where the text is none. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whether a value is nested too deeply to be worked with: functions that recurse would overflow the stack. */
export function isTooDeep(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isTooDeep(member, levels - 1));
}
