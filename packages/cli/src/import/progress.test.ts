import { describe, expect, test } from 'vitest';
import { Terminal } from '../terminal/terminal.ts';
import { duration, ProgressDisplay } from './progress.ts';

const terminal = new Terminal({} as never); // only its lines are asked for

/** The line two seconds after the start, when `accepted` of `rows` rows have an answer. */
function lineAt(source: { size: number | undefined; position: number }, counts: object, width?: number) {
  let now = 0;
  const all = { read: 0, sent: 0, accepted: 0, resumed: 0, failed: 0, unknown: 0, rejected: 0, position: 0 };
  const { rejected = 0, rows = 0, ...progress }: { rejected?: number; rows?: number } = counts;
  const display = new ProgressDisplay({
    ...{ terminal, source, now: () => now },
    show: () => ({ progress: { ...all, ...progress }, rejected, rows }),
  });
  now = 2000;
  return display.line(width);
}

describe('the progress of a file', () => {
  test.each([
    [
      { size: 400, position: 100 },
      { rows: 100, accepted: 98, rejected: 2 },
      '25%, 98 records, 2 rejected, 50/s, 0:06 left',
    ],
    [{ size: 400, position: 200 }, { rows: 200, accepted: 100 }, '25%, 100 records, 50/s, 0:06 left'],
    [
      { size: 400, position: 200 },
      { rows: 200, accepted: 100, resumed: 100 },
      '50%, 200 records, 50/s, 0:04 left',
    ],
    [
      { size: 400, position: 400 },
      { rows: 200, accepted: 199, unknown: 1 },
      '100%, 199 records, 1 failed, 100/s',
    ],
    [{ size: 400, position: 0 }, {}, '0%, 0 records'],
    [{ size: 0, position: 0 }, {}, '100%, 0 records'],
    [{ size: undefined, position: 400 }, { rows: 4, accepted: 4 }, '4 records, 2/s'],
    [{ size: 300, position: 400 }, { rows: 4, accepted: 4 }, '4 records, 2/s'], // it grows
  ])('%j with %j is %s', (source, counts, line) => {
    expect(lineAt(source, counts)).toBe(line);
  });

  test('has a bar in the width of a terminal, and drops what does not fit', () => {
    const [source, counts] = [
      { size: 400, position: 100 },
      { rows: 100, accepted: 100 },
    ];
    expect(lineAt(source, counts, 60)).toBe(
      `[${'#'.repeat(5)}${'-'.repeat(18)}] 25%, 100 records, 50/s, 0:06 left`,
    );
    expect(lineAt(source, counts, 20)).toBe('25%, 100 records');
  });
});

test.each([
  [0, '0:00'],
  [7_400, '0:07'],
  [754_000, '12:34'],
  [3_723_000, '1:02:03'],
  [86_400_000, '24:00:00'],
  [183_600_000, '2 days 3 h'],
])('%d ms are %s', (milliseconds, text) => {
  expect(duration(milliseconds)).toBe(text);
});
