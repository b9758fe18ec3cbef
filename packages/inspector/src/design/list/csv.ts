export function csvOf(rows: readonly unknown[]): string {
  const records = rows.map((row) => row as Readonly<Record<string, unknown>>); // items of lists are objects
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const lines = [names, ...records.map((record) => names.map((name) => record[name]))];
  return lines.map((line) => `${line.map(cellOf).join(',')}\r\n`).join('');
}

/** A cell. Spreadsheets run text that begins like a formula, so that gets an apostrophe. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
