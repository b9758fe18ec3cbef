import { parseJson } from '@trickle/sdk/contract';

/** Whether a value is an object with members, not a list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses JSON; returns `otherwise` for invalid JSON, and for JSON that is nested too deeply. */
export function tryParseJson(text: string, otherwise?: unknown): unknown {
  try {
    return parseJson(text);
  } catch {
    return otherwise;
  }
}

/** The original digits of numbers that would be shown with other digits, by the object that has them. */
const written = new WeakMap<object, Map<string, string>>();

/** Parses stored JSON. Numbers in custom fields become the digits that were written. Throws a `SyntaxError`. */
// Unspecified: U-334
export function parseStored(text: string): unknown {
  let hasDigits = false;
  const value = parseJson(text, (holder, key, digits) => {
    const members = written.get(holder) ?? new Map<string, string>();
    written.set(holder, members.set(key, digits));
    hasDigits = true;
  });
  if (hasDigits) noteDigits(value);
  return value;
}

/** Writes the digits of custom fields, and notes which objects have such numbers within. Returns whether a value does. */
function noteDigits(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  let isHolder = written.has(value);
  for (const [name, member] of Object.entries(value)) {
    const digits = name === 'custom_fields' ? written.get(member) : undefined;
    if (digits) Object.assign(member, Object.fromEntries(digits));
    isHolder = noteDigits(member) || isHolder;
  }
  if (isHolder && !written.has(value)) written.set(value, new Map());
  return isHolder;
}

/** Whether a value that {@link parseStored} has read has numbers within that would be shown with other digits. */
export const hasWrittenDigits = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && written.has(value);

/** The digits of a number that {@link parseStored} has read, where they would be lost; else undefined. */
export const writtenAs = (holder: object, key: string | number): string | undefined =>
  written.get(holder)?.get(String(key));

/**
 * Converts a JSON value to text: lists with commas, objects as JSON, null as empty text. `String` would call the
 * value's own `toString` and `valueOf`, and fail when these are not functions.
 */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Limits of JSON: the number of values (members of objects and lists on all levels) and of levels. */
interface JsonBounds {
  readonly values: number;
  readonly levels: number;
}

/**
 * Returns the limit that JSON exceeds, if any. An empty object or list counts as one more value. It scans the text,
 * since parsed JSON may take a hundred times the memory. For invalid JSON the result is arbitrary.
 */
export function exceededLimit(text: string, bounds: JsonBounds): keyof JsonBounds | undefined {
  let values = 0;
  let level = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfText(text, at);
        break;
      case LIST:
      case OBJECT:
        values++;
        level++;
        break;
      case LIST_END:
      case OBJECT_END:
        level--;
        break;
      case COMMA:
        values++;
    }
    if (values > bounds.values) return 'values';
    if (level > bounds.levels) return 'levels';
  }
  return undefined;
}

/** Returns the end of a string that starts at a quote. */
function endOfText(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    if (letter === QUOTE) break;
    if (letter === BACKSLASH) at++;
  }
  return at;
}

/** Escapes of JSON: of a whole character in two halves, of one that no database can store, and others. */
const JSON_ESCAPES = /\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|(\\ud[89a-f][0-9a-f]{2}|\\u0000)|\\./gi;

/** The first escape in JSON that cannot be stored: a lone surrogate such as `\ud83d`, or `\u0000`; undefined if there is none. */
export function invalidJsonEscape(json: string): string | undefined {
  if (!/\\u(?:d[89a-f]|0000)/i.test(json)) return undefined;
  for (const [, invalid] of json.matchAll(JSON_ESCAPES)) if (invalid !== undefined) return invalid;
  return undefined;
}

/** JSON with U+FFFD for each escape that no text can hold, as browsers write halves of characters in forms. */
export const withoutInvalidEscapes = (json: string): string =>
  json.replaceAll(JSON_ESCAPES, (all, invalid) => (invalid === undefined ? all : '\\ufffd'));

/** A string, or the name of a member, that databases cannot store. */
interface Broken {
  readonly path: readonly PropertyKey[];
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

/** Finds texts and names of members with half of a surrogate pair or NUL. */
// Unspecified: U-333
export function* brokenTextIn(value: unknown, path: readonly PropertyKey[] = []): Generator<Broken> {
  if (typeof value === 'string') {
    if (!isStorable(value)) yield { path };
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const members: Iterable<[PropertyKey, unknown]> = Array.isArray(value)
    ? value.entries()
    : Object.entries(value);
  for (const [key, member] of members) {
    const at = [...path, key];
    if (typeof key === 'string' && !isStorable(key)) yield { path: at };
    else yield* brokenTextIn(member, at);
  }
}
