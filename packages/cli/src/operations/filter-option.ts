import { Option } from 'commander';
import { UsageError } from '../terminal/exit-signal.ts';
import { readValue } from './field-value.ts';
import type { Field } from './fields.ts';
import { kebab } from './operations.ts';

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  ...{ sort: 'the order of the list', direction: 'the direction of the order' },
  ...{ page: 'the page number', per_page: 'the number of records per page' },
};

/** The option that sets one member of a query. */
export function filterOption({ name, kind, values }: Field): Option {
  const text = DESCRIPTIONS[name] ?? 'filter the list';
  const option = new Option(`--${kebab(name)} <${kind === 'integer' ? 'number' : 'value'}>`, text);
  return values.length > 0 ? option.choices([...values]) : option;
}

/** The members of a query that options set. */
export function filtersOf(
  fields: readonly Field[],
  options: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const field of fields) {
    const text = options[camel(field.name)];
    if (typeof text !== 'string') continue;
    const reading = readValue(field, text);
    if ('reason' in reading) throw new UsageError(`--${kebab(field.name)} ${reading.reason}.`);
    members[field.name] = 'absent' in reading ? '' : reading.value;
  }
  return members;
}

/** The name under which the parser gives the value of an option. */
export const camel = (name: string): string =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
