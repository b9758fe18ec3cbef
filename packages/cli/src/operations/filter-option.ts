import { UsageError } from '../terminal/exit-signal.ts';
import { type DeclaredOption, option, type Reader } from '../terminal/option.ts';
import { readValue } from './field-value.ts';
import { type Field, fieldsOf } from './fields.ts';
import { kebab, type Operation } from './operations.ts';

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  ...{ sort: 'the order of the list', direction: 'the direction of the order' },
  ...{ page: 'the page number', per_page: 'the number of records per page' },
};

/** An option for each query parameter of an operation, by name. */
export const filterOptions = ({ endpoint }: Operation): Readonly<Record<string, DeclaredOption<unknown>>> =>
  Object.fromEntries(
    (endpoint.query ? fieldsOf(endpoint.query) : []).map((field) => [field.name, filterOption(field)]),
  );

function filterOption(field: Field): DeclaredOption<unknown> {
  const flags = `--${kebab(field.name)} <${field.kind === 'integer' ? 'number' : 'value'}>`;
  return option(flags, DESCRIPTIONS[field.name] ?? 'filter the list', readerOf(field));
}

const readerOf = (field: Field): Reader<unknown> => ({
  ...(field.values.length > 0 && { choices: field.values }),
  read(text, name) {
    const reading = readValue(field, text);
    if ('reason' in reading) throw new UsageError(`${name} ${reading.reason}.`);
    return 'absent' in reading ? '' : reading.value;
  },
});

export function filtersOf(
  { endpoint }: Operation,
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const names = (endpoint.query ? fieldsOf(endpoint.query) : []).map(({ name }) => name);
  return Object.fromEntries(
    names.filter((name) => input[name] !== undefined).map((name) => [name, input[name]]),
  );
}
