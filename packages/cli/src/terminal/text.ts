import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** A string in a style. Only {@link rendered} turns it into escape sequences. */
interface StyledText {
  readonly style: Style;
  readonly text: string;
}

/** Printable text: a string, a styled string, or a list of them. */
export type Text = string | StyledText | readonly Text[];

/** Styles a string, if the stream shows styles. */
export const styled = (style: Style, text: string): StyledText => ({ style, text });

/**
 * Control characters other than tab and line feed, and characters that reorder or break lines: with these, a name or
 * an error message could clear the screen, forge output or hide text.
 */
const CONTROLS = /[\p{Cc}\u061c\u2028-\u202e\u2066-\u2069]/gu;

/** Escapes control characters as in JSON: `\u001b`. Keeps tabs and line feeds. */
export function visible(text: string): string {
  return text.replaceAll(CONTROLS, (character) =>
    character === '\t' || character === '\n' ? character : escaped(character),
  );
}

/** As {@link visible}, on one line: line feeds are escaped too. */
export const visibleLine = (text: string): string => visible(text).replaceAll('\n', String.raw`\n`);

const escaped = (character: string) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

/** Renders text for a terminal. Only its styles become escape sequences. */
export function rendered(text: Text, hasColors: boolean): string {
  if (typeof text === 'string') return visible(text);
  if ('style' in text) {
    const { style, text: plain } = text;
    return hasColors ? styleText(style, visible(plain), { validateStream: false }) : visible(plain);
  }
  return text.map((part) => rendered(part, hasColors)).join('');
}

/** Shortens a string to a number of characters, with an ellipsis. */
export const shortened = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;

/** A string as one word of a shell's command line. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A string as text or as the value of an attribute in HTML, on one line. */
export const escapedHtml = (text: string): string =>
  visibleLine(text).replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
