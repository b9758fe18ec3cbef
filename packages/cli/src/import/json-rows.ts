import { repeatedMemberIn } from '@trickle/design/repeated-member';
import { shortened } from '@trickle/design/terminal';
import { parseRecordJson } from '../operations/record-json.ts';
import { isTooDeep, MAX_DEPTH, tryParseJson } from '../parse-json.ts';
import { grouped } from '../terminal/counted.ts';
import type { JsonRow } from './rows.ts';

/** A longer line would not fit into a request. */
const MAX_LINE = 4_194_304;

/** The part of an overlong line that goes into the error report. */
const EXCERPT = 1000;

/**
 * Reads NDJSON: one JSON text per line. Empty lines are skipped. Yields an array of rows for each piece of text. `isText`:
 * whether a member of a record is stored as text.
 */
export async function* jsonRows(
  text: AsyncIterable<string>,
  isText: (member: string) => boolean = () => false,
): AsyncGenerator<readonly JsonRow[], void, undefined> {
  const parse = (text: string) => parseRecordJson(text, isText);
  let line = 0;
  for await (const lines of linesOf(text)) {
    const rows: JsonRow[] = [];
    for (const entry of lines) {
      line += 1;
      if (entry.isTooLong || entry.text.trim() !== '')
        rows.push({ kind: 'json', line, ...contentOf(entry, parse) });
    }
    yield rows;
  }
}

interface Line {
  readonly text: string;
  readonly isTooLong: boolean;
}

function contentOf(
  { text, isTooLong }: Line,
  parse: (text: string) => unknown,
): Omit<JsonRow, 'kind' | 'line'> {
  if (isTooLong) return rejected(text, `longer than ${grouped(MAX_LINE)} characters`);
  // Concatenated files contain byte order marks.
  const value = tryParseJson(text.replace(/^\uFEFF+/, ''), parse);
  if (value === undefined) return rejected(text, 'not valid JSON');
  if (isTooDeep(value)) return rejected(text, `nested more than ${MAX_DEPTH} levels deep`);
  const repeated = repeatedMemberIn(text);
  if (repeated) return rejected(text, repeated.problem);
  return { text, value };
}

const rejected = (text: string, problem: string) => ({
  text: shortened(text, EXCERPT),
  value: undefined,
  problem,
});

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<readonly Line[], void, undefined> {
  let rest = '';
  let isTooLong = false;
  for await (const piece of text) {
    const ends = (rest + piece).split('\n');
    rest = ends.pop() ?? '';
    const lines = ends.map((text, i) => ({ text, isTooLong: isTooLong && i === 0 }));
    if (lines.length > 0) isTooLong = false;
    yield lines;
    if (rest.length > MAX_LINE) isTooLong = true;
    if (isTooLong) rest = rest.slice(0, EXCERPT + 1);
  }
  if (rest !== '') yield [{ text: rest, isTooLong }];
}
