import type { Plan } from '@trickle/mock-server';
import { styled, type Text, visibleLine } from '../terminal/text.ts';
import { type Detail, type Row, type Section, sectionsOf } from './sections.ts';

/** How many details of a row are printed. The page has all. */
const MAX_DETAILS = 3;

const COLORS = { new: 'green', gone: 'red', warning: 'yellow' } as const;

/** A plan for the terminal. */
export const planText = (plan: Plan): Text => [
  ...sectionsOf(plan).map(sectionText),
  ...plan.notes.map((note) => `\nNot exact: ${note}.\n`),
];

function sectionText({ title, rows, note }: Section): Text {
  const widths = (rows[0]?.cells ?? []).map((_, column) =>
    Math.max(...rows.map(({ cells }) => visibleLine(cells[column] ?? '').length)),
  );
  return [
    '\n',
    styled('bold', title),
    '\n',
    ...rows.map((row) => rowText(row, widths)),
    ...(note === undefined ? [] : [`  ${note}\n`]),
  ];
}

const rowText = ({ cells, details = [] }: Row, widths: readonly number[]): Text => [
  `  ${cells
    .map((cell, column) => visibleLine(cell).padEnd(widths[column] ?? 0))
    .join('  ')
    .trimEnd()}\n`,
  ...details.slice(0, MAX_DETAILS).map(detailText),
  ...(details.length > MAX_DETAILS
    ? [styled('dim', `    … and ${details.length - MAX_DETAILS} more\n`)]
    : []),
];

const detailText = ({ text, tone }: Detail): Text => {
  const line = `    ${visibleLine(text)}\n`;
  return tone === undefined ? line : styled(COLORS[tone], line);
};
