import { shortened, styled, visibleLine } from '@trickle/design/terminal';
import type { Terminal } from '../terminal/terminal.ts';
import type { Plan } from './plan.ts';

/** Maximum length of a printed column name. */
const WIDTH = 40;

/** Prints the field that each column is imported to, so that the user can check the mapping. */
export function printMapping({ columns, constants }: Plan, terminal: Terminal): void {
  const rows = columns.map(({ column, to, remark }) => ({
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
