import { visibleLine } from '@trickle/design/terminal';

/** A string as one word of a shell's command line. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A string as text or as the value of an attribute in HTML, on one line. */
export const escapedHtml = (text: string): string =>
  visibleLine(text).replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
