const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Limits of JSON: the number of values (members of objects and lists on all levels) and of levels. */
export interface JsonBounds {
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
