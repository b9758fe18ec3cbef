/** Delimiters between cells, most likely first. */
const DELIMITERS = [',', ';', '\t', '|'];

const LINES = 20;

/**
 * Detects the delimiter of a CSV text: the one in the first line that occurs most regularly in the following lines. A comma
 * if there is none, as in a file with one column.
 */
export function likelyDelimiter(head: string): string {
  const lines = linesOf(head);
  const candidates = DELIMITERS.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    const first = counts[0] ?? 0;
    const steady = counts.filter((count) => count === first).length / Math.max(1, counts.length);
    return { delimiter, score: first === 0 ? 0 : steady + first / 1000 };
  });
  return candidates.reduce((best, candidate) => (candidate.score > best.score ? candidate : best)).delimiter;
}

/**
 * Whether a file escapes quotes within cells by a backslash, as MySQL does, instead of doubling them: within a quoted cell,
 * text follows `\"`. At the end of a cell, a backslash is literal.
 */
export function hasEscapedQuotes(head: string, delimiter: string): boolean {
  const mark = `\\u${delimiter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return new RegExp(String.raw`(?:^|[\r\n${mark}])"[^"]*\\"(?![\r\n"${mark}]|$)`).test(head);
}

/** Excel’s `sep=;` in the first line: the delimiter, and the rest of the text. */
export function separatorLine(head: string): { delimiter: string; length: number } | undefined {
  const match = /^sep=([^\r\n]) *\r?\n/i.exec(head);
  return match?.[1] === undefined ? undefined : { delimiter: match[1], length: match[0].length };
}

/** The first complete lines, without quoted text. */
function linesOf(head: string): string[] {
  const bare = head.replaceAll(/"(?:[^"]|"")*(?:"|$)/g, '""');
  const lines = bare.split(/\r\n|\n|\r/);
  // The last one may be truncated.
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  return whole.filter((line) => line.trim() !== '').slice(0, LINES);
}

/** Detects CSV or NDJSON by the file name, otherwise by the first character. */
export function formatOf(name: string, head: string): 'csv' | 'ndjson' | 'json' {
  const first = head.trimStart()[0];
  if (/\.(csv|tsv|txt)$/i.test(name)) return 'csv';
  if (first === '[') return 'json';
  if (/\.(ndjson|jsonl|json)$/i.test(name)) return 'ndjson';
  return first === '{' ? 'ndjson' : 'csv';
}

export const REPORT_COLUMNS = ['error_line', 'error_reason'];

/** The first line of a CSV error report, with any delimiter, since a spreadsheet may have changed it. */
const CSV_HEADER = /^(?:sep=.\r?\n)?"?error_line"?([^\w"\r\n])"?error_reason"?(?:\1|\r|\n|$)/;

/** The members that an error report adds, in the form written by this command. Within a string, their quotes would be escaped. */
const NDJSON_MEMBERS = /^\{.*"error_line":\d+,"error_reason":"/;

/** Whether a file is the error report of an earlier import, by its first line. */
export const isErrorReport = (head: string): boolean => CSV_HEADER.test(head) || NDJSON_MEMBERS.test(head);

/** The delimiter of an error report; undefined for any other file. */
export const reportDelimiter = (head: string): string | undefined => CSV_HEADER.exec(head)?.[1];
