import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Terminal } from '../terminal/terminal.ts';
import { ProgressDisplay } from './progress.ts';

/** A running import: how much of its file was read, and how many of those rows were taken and processed. */
interface Moment {
  readonly size: number | undefined;
  readonly position: number;
  readonly latest: number;
  readonly pending: number;
  readonly rows: number;
  readonly passed: number;
}

const terminal = new Terminal({} as never); // only its lines are asked for

function lineAt({ size, position, latest, pending, rows, passed }: Moment, elapsed = 1000): string {
  let now = 0;
  const counts = { read: rows, resumed: 0, sent: passed, failed: 0, unknown: 0, rejected: 0 };
  let accepted = 0;
  const display = new ProgressDisplay({
    ...{ terminal, perHour: undefined, source: { size, position, latest }, now: () => now },
    show: () => ({
      progress: { ...counts, accepted, position: accepted },
      ...{ rejected: 0, rows, pending },
    }),
  });
  display.update();
  now += elapsed;
  accepted = passed;
  display.update();
  return display.line();
}

/** The numbers of a line: `33%, 1,000 of about 3,000 records, …`. */
function numbersIn(line: string) {
  const [, share] = /^(\d+)%/.exec(line) ?? [];
  const [, done = '', all] = /([\d,]+)(?: of about ([\d,]+))? records?/.exec(line) ?? [];
  const read = (text: string | undefined) =>
    text === undefined ? undefined : Number(text.replaceAll(',', ''));
  return { share: read(share), done: read(done) ?? 0, all: read(all) };
}

describe('the progress of a file', () => {
  test('is below 100 % while rows are to come, and its estimate is never below what is done', () => {
    const moment = fc
      .record({
        total: fc.integer({ min: 2, max: 100_000 }),
        length: fc.integer({ min: 1, max: 500 }),
        taken: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        processed: fc.double({ min: 0, max: 1, noNaN: true }),
      })
      .map(({ total, length, taken, processed }): Moment & { total: number } => {
        const [size, piece] = [total * length, 65_536];
        const rows = Math.min(total - 1, Math.max(1, Math.floor(taken * total)));
        const position = Math.min(size, Math.ceil((rows * length) / piece) * piece);
        const latest = position % piece === 0 ? piece : position % piece;
        const pending = Math.min(1, Math.max(0, (position - rows * length) / latest));
        return { total, size, position, latest, pending, rows, passed: Math.floor(processed * rows) };
      });
    fc.assert(
      fc.property(moment, (one) => {
        const { share = 0, done, all = Infinity } = numbersIn(lineAt(one));
        expect(share).toBeLessThan(100);
        expect(all).toBeGreaterThanOrEqual(done);
        expect(all).toBeGreaterThanOrEqual(one.total * 0.9);
      }),
    );
  });

  test('knows of the rows of the last bytes: a small file is read at once', () => {
    const line = lineAt({
      size: 30_000,
      position: 30_000,
      latest: 30_000,
      pending: 0.5,
      rows: 1500,
      passed: 1000,
    });
    expect(line).toBe('33%, 1,000 of about 3,000 records, 1,000/s, 0:02 left');
  });

  test('is 100 % when everything is done, without an estimate', () => {
    const line = lineAt({
      size: 30_000,
      position: 30_000,
      latest: 30_000,
      pending: 0,
      rows: 1049,
      passed: 1049,
    });
    expect(line).toBe('100%, 1,049 records, 1,049/s');
  });

  test('is unknown for a file that grows meanwhile', () => {
    const line = lineAt({
      size: 30_000,
      position: 40_000,
      latest: 10_000,
      pending: 0,
      rows: 4000,
      passed: 4000,
    });
    expect(line).toBe('4,000 records, 4,000/s');
  });
});
