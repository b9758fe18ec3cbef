import { defer } from '../shared/platform/timers.ts';
import { isUnchanged, snake, withSnakeNames } from './wire.ts';

/** Characters that are made in one turn of the event loop, so that a long list does not hold up other requests. */
const SLICE = 100_000;

/** Answers a value as JSON with snake_case names. A long answer is made while it is read, in slices. */
export const jsonResponse = (status: number, value: unknown): Response =>
  streamed(status, partsOf(value, LEVELS, false));

/** Answers a value as JSON with the names that it has. The accounts of a seed are one level deeper. */
export const verbatimResponse = (value: unknown): Response => streamed(200, partsOf(value, LEVELS + 1, true));

function streamed(status: number, parts: Iterator<string>): Response {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  const first = sliceOf(parts);
  if (first.isLast) return new Response(first.text, { status, headers });
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(first.text)),
    async pull(controller) {
      await new Promise<void>(defer);
      const { text, isLast } = sliceOf(parts);
      controller.enqueue(encoder.encode(text));
      if (isLast) controller.close();
    },
  });
  return new Response(body, { status, headers });
}

/** Takes parts until they are long enough. */
function sliceOf(parts: Iterator<string>): { readonly text: string; readonly isLast: boolean } {
  let text = '';
  while (text.length < SLICE) {
    const { value, done } = parts.next();
    if (done) return { text, isLast: true };
    text += value;
  }
  return { text, isLast: false };
}

/** The levels that are taken apart: the response, its members, and the tables of a state. */
const LEVELS = 3;

/** The parts of the JSON of a value. `isVerbatim` says that its names stay as they are. */
function* partsOf(value: unknown, levels: number, isVerbatim: boolean): Generator<string> {
  if (levels === 0 || !isPlain(value)) {
    yield JSON.stringify(isVerbatim ? value : withSnakeNames(value)) ?? 'null';
    return;
  }
  const isList = Array.isArray(value);
  yield isList ? '[' : '{';
  let separator = '';
  for (const [name, member] of Object.entries(value)) {
    if (!isList && (member === undefined || typeof member === 'function')) continue;
    const wire = isVerbatim ? name : snake(name);
    yield isList ? separator : `${separator}${JSON.stringify(wire)}:`;
    yield* partsOf(member, levels - 1, isVerbatim || (!isList && isUnchanged(wire)));
    separator = ',';
  }
  yield isList ? ']' : '}';
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Date);
