/** Control characters other than line feeds, and characters that reorder or break lines. */
const CONTROLS = /(?!\n)[\p{Cc}\u061c\u2028-\u202e\u2066-\u2069]/gu;

/** A message without characters that could control a terminal: they are escaped as in JSON, `\u001b`. */
export const printable = (message: string): string =>
  message.replaceAll(
    CONTROLS,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
