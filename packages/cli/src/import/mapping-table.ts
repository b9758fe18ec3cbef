import { shortened, styled, visibleLine } from '@trickle/design/terminal';
import type { Terminal } from '../terminal/terminal.ts';
import type { Plan } from './plan.ts';
import { consentOf } from './recognise-preset.ts';

/** Maximum length of a printed column name. */
const WIDTH = 40;

const remarkOn = (column: string, statusFrom: readonly string[]) =>
  statusFrom.includes(column) ? 'active or unsubscribed' : undefined;

/** Prints the target field of each column, so that the user can check the mapping. */
export function printMapping(
  { columns, constants, preset, statusFrom, quoteEscape }: Plan,
  terminal: Terminal,
): void {
  if (quoteEscape === '\\')
    terminal.note('The file has a backslash before quotes within cells. It is left out.');
  if (preset) {
    const names = columns.map(({ column }) => column);
    const isSilent = !preset.isRefused && consentOf(preset, names).length === 0;
    const consent = isSilent ? ' It has no consent column: everybody is imported as active.' : '';
    terminal.note(`This is an export of ${preset.title}.${consent}`);
  }
  const rows = columns.map(({ column, to, remark = remarkOn(column, statusFrom) }) => ({
    column: column.trim() === '' ? '(no name)' : shortened(visibleLine(column), WIDTH - 1),
    becomes: to ? visibleLine(to.path.join('.')) : '-',
    remark: to && remark === undefined ? '' : `(${visibleLine(remark ?? 'skipped')})`,
  }));
  for (const { to, value } of constants) {
    rows.push({
      column: '(every record)',
      becomes: `${to.path.join('.')} = ${JSON.stringify(value)}`,
      remark: '',
    });
  }
  const width = Math.max(0, ...rows.map(({ column }) => column.length));
  for (const { column, becomes, remark } of rows) {
    const line = `  ${column.padEnd(width)}  →  ${becomes} ${remark}`.trimEnd();
    terminal.note(becomes === '-' || remark !== '' ? styled('dim', line) : line);
  }
}
