import { styled, type Text, visibleLine } from '@trickle/design/terminal';
import type { Plan } from '@trickle/mock-server';
import { grouped } from '../terminal/counted.ts';
import { type Detail, type Row, type Section, sectionsOf } from './sections.ts';

/** The number of details of a row that are printed. The page has all. */
const MAX_DETAILS = 3;

const COLORS = { new: 'green', gone: 'red', warning: 'yellow' } as const;

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

function rowText({ cells, details = [], total = details.length }: Row, widths: readonly number[]): Text {
  const line = cells.map((cell, column) => visibleLine(cell).padEnd(widths[column] ?? 0)).join('  ');
  const shown = details.slice(0, MAX_DETAILS);
  return [`  ${line.trimEnd()}\n`, ...shown.map(detailText), moreText(total - shown.length)];
}

const moreText = (count: number): Text =>
  count > 0 ? styled('dim', `    … and ${grouped(count)} more\n`) : '';

const detailText = ({ text, tone }: Detail): Text => {
  const line = `    ${visibleLine(text)}\n`;
  return tone === undefined ? line : styled(COLORS[tone], line);
};
