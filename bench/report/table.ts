/** Formats a Markdown table whose first column is text and whose others are numbers. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = headings.map((_, column) => (column === 0 ? '---' : '--:'));
  return [headings, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
