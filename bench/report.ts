/** The tables of the measurements, and the lines of their summary. */
import { appendFileSync } from 'node:fs';
import type { Ratio, Rival } from './harness.ts';

/** The variable with the name of the file that `bench/bench.ts` reads results from. */
export const RESULTS = 'TRICKLE_BENCH_RESULTS';

/** The largest ratios and the largest value that meet a goal. */
interface Goal {
  readonly floor?: number;
  readonly peer?: number;
  readonly most?: number;
}

/** A line of the summary. Smaller values are better. */
export interface Result {
  /** The measurement, such as `read, 8 connections`. */
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  /** The least that the same promise costs: a program that does only this. */
  readonly floor?: Rival;
  readonly peer?: Rival;
  readonly goal?: Goal;
}

/** Adds a result to the summary of `npm run bench`. */
export function report(result: Result): void {
  const file = process.env[RESULTS];
  if (file) appendFileSync(file, `${JSON.stringify(result)}\n`);
}

/** Formats a Markdown table whose first column is text and whose others are numbers. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = headings.map((_, column) => (column === 0 ? '---' : '--:'));
  return [headings, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Formats a number with three significant digits, and all digits of larger numbers. */
export const formatted = (value: number): string =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));

/** The explanation of `times` on the page. */
export const SPREAD =
  'A ratio is the median of the ratios of turns. Both halves of the run agree on it within 10 %, unless ± says how far they differ.';

/** Formats a ratio, with its spread if that is more than 10 %. */
export function times({ value, spread }: Ratio): string {
  if (Number.isNaN(value)) return '';
  return `${value.toFixed(2)} ×${spread > 0.1 ? ` ± ${Math.round(spread * 100)} %` : ''}`;
}

const isMet = ({ ours, floor, peer, goal = {} }: Result): boolean =>
  ours <= (goal.most ?? Infinity) &&
  (floor?.ratio.value ?? 0) <= (goal.floor ?? Infinity) &&
  (peer?.ratio.value ?? 0) <= (goal.peer ?? Infinity);

const compared = (rival: Rival | undefined): string =>
  rival ? `${times(rival.ratio)} ${formatted(rival.value)} (${rival.name})` : '';

function goalOf({ unit, goal = {} }: Result): string {
  const { floor, peer, most } = goal;
  const parts = [
    ...(most === undefined ? [] : [`≤ ${formatted(most)} ${unit}`]),
    ...(floor === undefined ? [] : [`≤ ${floor} × floor`]),
    ...(peer === undefined ? [] : [`≤ ${peer} × peer`]),
  ];
  return parts.join(', ');
}

/** The table at the top of the measurements: each goal with what was measured. */
export const summaryOf = (results: readonly Result[]): string =>
  table(
    ['', 'unit', 'ours', 'to the floor', 'to the peer', 'goal', 'met'],
    results.map((result) => [
      ...[result.name, result.unit, formatted(result.ours)],
      ...[compared(result.floor), compared(result.peer), goalOf(result)],
      result.goal ? (isMet(result) ? 'yes' : 'no') : '',
    ]),
  );
