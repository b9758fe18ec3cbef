import { UsageError } from '../terminal/exit-signal.ts';

/** Reads conditions such as `Plan=pro`, `Plan!=free` and `Plan=` for no value. They ignore case. */
export const conditionsOf = (
  texts: readonly string[],
  columns: readonly string[],
  { mayLack = false } = {},
) =>
  texts.map((text) => {
    const [, name = '', not, wanted = ''] = /^(.*?)(!?)=(.*)$/s.exec(text) ?? [];
    if (name.trim() === '') throw new UsageError(`--where must be <column>=<value>, not '${text}'.`);
    const column = columnNamed(name, columns, '--where', mayLack);
    const same = normal(wanted);
    return { column, isMet: (value: string) => (normal(value) === same) !== (not === '!') };
  });

/** The column with a name, regardless of case. `mayLack`: whether it may be missing. */
export function columnNamed(
  name: string,
  columns: readonly string[],
  option: string,
  mayLack = false,
): string {
  const column =
    columns.find((one) => one === name.trim()) ?? columns.find((one) => normal(one) === normal(name));
  if (column === undefined && mayLack) return name.trim();
  if (column === undefined)
    throw new UsageError(`${option}: no column '${name.trim()}'. Columns: ${columns.join(', ')}.`);
  return column;
}

const normal = (text: string) => text.trim().toLowerCase();
