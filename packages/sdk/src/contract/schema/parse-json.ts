/** Receives each number that would be shown with other digits than it was written with, such as 10.50, with its place. */
export type OnDigits = (holder: object, key: string, digits: string) => void;

/** The further argument of a reviver besides a number, where the engine passes it. */
interface Context {
  readonly source?: string;
}

/**
 * Parses JSON. A number that JavaScript cannot hold becomes a string with its digits: an integer that it would round, such as an id
 * of 19 digits, and one beyond its range, such as 1e400, which would be stored as null. Throws a
 * `SyntaxError` if the text is not JSON.
 */
// Unspecified: U-334
export function parseJson(text: string, onDigits?: OnDigits): unknown {
  // Most JSON has no such number, and is read twice as fast without a reviver.
  const unusual = onDigits ? /\d{16}|\b\d{1,15}e\+?\d{3}|\.\d{0,15}0(?!\d)/i : /\d{16}|\b\d{1,15}e\+?\d{3}/i;
  if (!unusual.test(text)) return JSON.parse(text);
  return JSON.parse(text, function (this: object, key: string, value: unknown, { source }: Context = {}) {
    if (typeof value !== 'number' || source === undefined) return value;
    if (String(value) === source || (/e/i.test(source) && Number.isFinite(value))) return value;
    onDigits?.(this, key, source);
    return value % 1 || Number.isSafeInteger(value) ? value : source; // beyond the range, there is no remainder
  });
}
