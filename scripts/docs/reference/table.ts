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

/** The first of several paragraphs, on one line. */
export const firstSentence = (text: string) =>
  /^[\s\S]*?\.(?=\s|$)/.exec(text)?.[0].replaceAll(/\s+/g, ' ') ?? text;
