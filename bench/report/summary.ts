import { bestPeer, isMet, type Result, type Value } from './result.ts';
import { table } from './table.ts';

/** Formats a number with three significant digits, and all digits of larger numbers. */
export const formatted = (value: number): string =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));

function goalOf({ goal, unit }: Result): string {
  if (!goal) return '';
  if ('most' in goal) return `≤ ${formatted(goal.most)} ${unit}`;
  return 'timesFloor' in goal ? `≤ ${goal.timesFloor} × floor` : `≤ floor + ${goal.overFloor} ${unit}`;
}

const named = (value: Value | undefined) => (value ? `${formatted(value.value)} (${value.name})` : '');

const times = (ours: number, other: Value | undefined) =>
  other ? `${(ours / other.value).toFixed(2)} ×` : '';

const WORDS = new Map<boolean | undefined, string>([
  [true, 'yes'],
  [false, 'no'],
]);

/** The table at the top of the measurements: each goal with what was measured. */
export function summaryOf(results: readonly Result[]): string {
  const headings = ['', 'unit', 'floor', 'best peer', 'ours', 'to the floor', 'to the peer', 'goal', 'met'];
  const rows = results.map((result) => [
    `${result.chart}: ${result.name}`,
    result.unit,
    named(result.floor),
    named(bestPeer(result)),
    formatted(result.ours),
    times(result.ours, result.floor),
    times(result.ours, bestPeer(result)),
    goalOf(result),
    WORDS.get(isMet(result)) ?? '',
  ]);
  return table(headings, rows);
}
