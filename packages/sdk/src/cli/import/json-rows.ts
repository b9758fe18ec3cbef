import { isTooDeep, MAX_DEPTH, tryParseJson } from '../parse-json.ts';
import { grouped } from '../terminal/counted.ts';
import { shortened } from '../terminal/text.ts';
import type { JsonRow } from './rows.ts';

/** A longer line would not fit into a request. */
const MAX_LINE = 4_194_304;

/** How much of a line that is too long goes into the error report. */
const EXCERPT = 1000;

/** Reads NDJSON: one JSON text a line. Empty lines are skipped. */
export async function* jsonRows(text: AsyncIterable<string>): AsyncGenerator<JsonRow, void, undefined> {
  let line = 0;
  for await (const one of linesOf(text)) {
    line += 1;
    if (one.isTooLong || one.text.trim() !== '') yield { kind: 'json', line, ...contentOf(one) };
  }
}

interface Line {
  readonly text: string;
  readonly isTooLong: boolean;
}

function contentOf({ text, isTooLong }: Line): Omit<JsonRow, 'kind' | 'line'> {
  if (isTooLong) return rejected(text, `longer than ${grouped(MAX_LINE)} characters`);
  const value = tryParseJson(text);
  if (value === undefined) return rejected(text, 'not valid JSON');
  if (isTooDeep(value)) return rejected(text, `nested more than ${MAX_DEPTH} levels deep`);
  return { text, value };
}

const rejected = (text: string, problem: string) => ({
  text: shortened(text, EXCERPT),
  value: undefined,
  problem,
});

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<Line, void, undefined> {
  let rest = '';
  let isTooLong = false;
  for await (const piece of text) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      yield { text: line, isTooLong };
      isTooLong = false;
    }
    if (rest.length > MAX_LINE) isTooLong = true;
    if (isTooLong) rest = rest.slice(0, EXCERPT + 1);
  }
  if (rest !== '') yield { text: rest, isTooLong };
}
