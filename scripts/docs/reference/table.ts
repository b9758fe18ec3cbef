import type { Row } from '@trickle/sdk/contract';

/** Formats a Markdown table, without empty columns. */
export function table(
  columns: readonly string[],
  rows: readonly (readonly (string | undefined)[])[],
): string {
  const used = columns.map((_, i) => rows.some((row) => row[i]));
  const line = (cells: readonly (string | undefined)[]) =>
    `| ${cells
      .filter((_, i) => used[i])
      .map((cell) => (cell ?? '').replaceAll('|', '\\|').replaceAll('\n', ' '))
      .join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A Markdown table of members or parameters. */
export const rowTable = (title: string, rows: readonly Row[]): string =>
  table(
    [title, 'Type', 'Required', ''],
    rows.map(({ name, type, isRequired, text }) => [`\`${name}\``, type, isRequired ? 'yes' : '', text]),
  );

/** The first of several paragraphs, on one line. */
export const firstSentence = (text: string) =>
  /^[\s\S]*?\.(?=\s|$)/.exec(text)?.[0].replaceAll(/\s+/g, ' ') ?? text;
