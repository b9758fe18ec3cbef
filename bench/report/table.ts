/** Formats the heading of a section: what was measured, when, and with which command. */
export const titleOf = (title: string, command: string): string =>
  `## ${title}\n\n${new Date().toISOString().slice(0, 10)}, Node.js ${process.version}; \`npm run ${command}\`\n`;

/** Formats a Markdown table whose first column is text and whose others are numbers. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = headings.map((_, column) => (column === 0 ? '---' : '--:'));
  return [headings, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
