import { jsonOf } from '../json-of.ts';
import { UsageError } from '../terminal/endings.ts';
import type { JsonRow } from './rows.ts';

/** A record that is longer would not fit into a request. */
const LONGEST_LINE = 4_194_304;

/** Reads NDJSON: one JSON text a line. Empty lines are passed over. */
export async function* jsonRows(
  text: AsyncIterable<string>,
  name: string,
): AsyncGenerator<JsonRow, void, undefined> {
  let line = 0;
  for await (const one of linesOf(text, name)) {
    line += 1;
    if (one.trim() !== '') yield { kind: 'json', line, text: one, value: jsonOf(one) };
  }
}

async function* linesOf(text: AsyncIterable<string>, name: string): AsyncGenerator<string, void, undefined> {
  let rest = '';
  for await (const piece of text) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE) {
      throw new UsageError(`${name} is not NDJSON: a line of it is longer than ${LONGEST_LINE} characters.`);
    }
    yield* lines;
  }
  if (rest !== '') yield rest;
}
