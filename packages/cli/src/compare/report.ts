import { visibleLine } from '@trickle/design/terminal';
import { counted } from '../terminal/counted.ts';
import type { Comparison } from './comparison.ts';
import type { Entry } from './entries.ts';

export interface Section {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** `90 scenarios, 56 operations: 2 differences, 1 accepted, 3 unstable places.` */
export function headlineOf(comparison: Comparison): string {
  const { scenarios, operations, differences, accepted, stale, unstable, undecided } = comparison;
  const parts = [counted(differences.length, 'difference')];
  if (accepted.length > 0) parts.push(`${accepted.length} accepted`);
  if (stale.length > 0) parts.push(`${stale.length} accepted but gone`);
  if (undecided.length > 0) parts.push(counted(undecided.length, 'undecided step'));
  if (unstable.length > 0) parts.push(counted(unstable.length, 'unstable place'));
  return `${counted(scenarios.length, 'scenario')}, ${counted(operations.length, 'operation')}: ${parts.join(', ')}.`;
}

export function sectionsOf(comparison: Comparison): Section[] {
  const { differences, accepted, stale, incomplete, undecided, unstable } = comparison;
  const columns = ['Class', 'Place', 'Service', 'Sandbox'];
  const cells = ({ class: kind, place, service, sandbox }: Entry) => [kind, place, service, sandbox];
  const sections = [
    {
      title: 'Differences',
      columns: [...columns, 'Where'],
      rows: differences.map((entry) => [...cells(entry), whereOf(entry)]),
    },
    {
      title: 'Accepted',
      columns: [...columns, 'Reason'],
      rows: accepted.map((entry) => [...cells(entry), entry.reason]),
    },
    {
      title: 'Accepted, but gone',
      columns: ['Class', 'Place', 'Reason'],
      rows: stale.map((entry) => [entry.class, entry.place, entry.reason]),
    },
    {
      title: 'Not complete',
      columns: ['Scenario', 'Ended'],
      rows: incomplete.map(({ scenario, reason }) => [scenario, reason]),
    },
    {
      title: 'Undecided',
      columns: ['Scenario', 'Step', 'Reason'],
      rows: undecided.map(({ scenario, step, reason }) => [scenario, String(step + 1), reason]),
    },
    {
      title: 'Unstable',
      columns: ['Scenario', 'Step', 'Place'],
      rows: unstable.map(({ scenario, step, place }) => [scenario, String(step + 1), place]),
    },
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}

const whereOf = ({ calls, scenarios }: Entry): string => `${someOf(calls)} in ${someOf(scenarios)}`;

const someOf = (names: readonly string[]): string =>
  names.length > 2 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(', ');

/** A report for a terminal: one line for the first two cells of a row, and one for each other cell. */
export function textReport(comparison: Comparison): string {
  const lines = sectionsOf(comparison).flatMap(({ title, columns, rows }) => [
    `${title}:`,
    ...rows.flatMap((row) => [
      `  ${row.slice(0, 2).join('  ')}`,
      ...row.slice(2).map((text, i) => `    ${(columns[i + 2] ?? '').toLowerCase().padEnd(9)}${text}`),
    ]),
  ]);
  return lines.map((line) => `${visibleLine(line)}\n`).join('');
}
