import type { Terminal } from '../terminal/terminal.ts';
import type { Plan } from './plan.ts';

/** Tells what each column becomes, so that nobody has to guess what was guessed. */
export function tellMapping({ columns, constants }: Plan, terminal: Terminal): void {
  const rows = columns.map(({ column, to, remark }) => ({
    column: column.trim() === '' ? '(no name)' : column,
    becomes: to ? to.path.join('.') : '-',
    remark: to && remark === undefined ? '' : `(${remark})`,
  }));
  for (const { to, value } of constants) {
    rows.push({
      column: '(every record)',
      becomes: `${to.path.join('.')} = ${JSON.stringify(value)}`,
      remark: '',
    });
  }
  const width = Math.min(40, Math.max(0, ...rows.map(({ column }) => column.length)));
  for (const { column, becomes, remark } of rows) {
    const line = `  ${column.padEnd(width)}  →  ${becomes} ${remark}`.trimEnd();
    terminal.note(becomes === '-' || remark !== '' ? terminal.style('dim', line) : line);
  }
}
