import { useEffect, useId, useRef } from 'preact/hooks';
import { followCheckpoints } from '../../api/checkpoints.ts';
import { query, setQuery } from '../../location/location.ts';
import { type Option, SearchField, Select } from '../field/field.tsx';
import type { Column } from '../table/table.tsx';
import { isWithin } from './spans.ts';
import { completionsOf, readTerms, termOf, withoutTerm } from './terms.ts';

export interface Filter<Row> {
  readonly name: string;
  readonly label: string;
  /** The choices, or what makes them from the rows. Without them, text is searched. */
  readonly options?: readonly Option<string>[] | ((rows: readonly Row[]) => readonly Option<string>[]);
  readonly all?: string;
  /** The choice at first, of a filter that narrows nothing. */
  readonly initial?: () => string;
  readonly isTerm?: boolean;
  /** The values that it takes, in words. Default: its options. */
  readonly takes?: string;
  readonly isValid?: (value: string) => boolean;
  /** The input of the operation. Default: the value, by the name of the filter. */
  readonly toInput?: (value: string) => object;
}

type Filtering<Row> = readonly Filter<Row>[];

const isSearch = <Row,>({ options, isTerm }: Filter<Row>): boolean => options === undefined && !isTerm;

const keyOf = (option: Option<string>): string => (typeof option === 'string' ? option : option[0]);

const isValid = <Row,>({ options, isValid }: Filter<Row>, value: string): boolean =>
  isValid?.(value) ?? (!Array.isArray(options) || options.map(keyOf).includes(value));

function searchOf<Row>(filters: Filtering<Row>) {
  const search = filters.find(isSearch);
  const others = filters.filter((filter) => filter !== search);
  const written = (search && query.value.get(search.name)) ?? '';
  return {
    search,
    written,
    ...readTerms(written, search ? others.map(({ name }) => name) : []),
  };
}

/** The value of each filter: its term, otherwise the URL's. A value that it does not take narrows nothing. */
function currentValues<Row>(filters: Filtering<Row>): (filter: Filter<Row>) => string {
  const { search, text, values } = searchOf(filters);
  return (filter) => {
    if (filter === search) return text;
    const value = values.get(filter.name) ?? query.value.get(filter.name);
    return value && isValid(filter, value) ? value : (filter.initial?.() ?? '');
  };
}

/** The URL parameters that narrow a list now, without their values. */
export const narrowing = <Row,>(filters: Filtering<Row> = []): Readonly<Record<string, ''>> | undefined => {
  const used = filters.filter(({ name, initial }) => !initial && query.value.get(name));
  return used.length === 0 ? undefined : Object.fromEntries(used.map(({ name }) => [name, '']));
};

export function inputOf<Row>(filters: Filtering<Row> = []): object {
  const currentOf = currentValues(filters);
  return Object.assign(
    {},
    ...filters.map((filter) => filter.toInput?.(currentOf(filter)) ?? { [filter.name]: currentOf(filter) }),
  );
}

/**
 * What tests the rows of an operation that answers with all of them, as other operations do: a search in all texts, the
 * span of time in the column of times, other members by their values.
 */
export function testOf<Row>(
  columns: readonly Column<Row>[],
  filters: Filtering<Row> | undefined,
): (row: Row) => boolean {
  const { search = '', since, until, ...members } = inputOf(filters) as Readonly<Record<string, string>>; // a string each
  const { timeOf } = columns.find((column) => column.timeOf) ?? {};
  return (row) =>
    textIn(row).includes(search.toLowerCase()) &&
    ((!since && !until) || isWithin(timeOf?.(row), { since, until })) &&
    Object.entries(members).every(([name, value]) => !value || value === String((row as never)[name]));
}

const textIn = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.values(value).map(textIn).join('\n')
    : String(value).toLowerCase();

function problemsOf<Row>(filters: Filtering<Row>): string[] {
  const { values, unknown } = searchOf(filters);
  const invalid = filters.filter((filter) => {
    const value = values.get(filter.name) ?? query.value.get(filter.name);
    return !isSearch(filter) && value && !isValid(filter, value);
  });
  const known = filters.filter((filter) => !isSearch(filter)).map(({ name }) => `${name}:`);
  return [
    ...unknown.map(
      (name) => `There is no ${name}: here, so it is searched as text; there are ${known.join(' ')}`,
    ),
    ...invalid.map((filter) => `${filter.name}: takes ${takenBy(filter)}.`),
  ];
}

const takenBy = <Row,>({ takes, options }: Filter<Row>): string =>
  takes ?? (Array.isArray(options) ? options.map(keyOf).join(', ') : 'a name');

interface FiltersProps<Row> {
  readonly filters: Filtering<Row>;
  readonly rows: readonly Row[];
}

export const Filters = <Row,>({ filters, rows }: FiltersProps<Row>) => {
  useEffect(() => {
    if (filters.some(({ name }) => name === 'since')) followCheckpoints();
  }, [filters]);
  const id = useId();
  const { search, written } = searchOf(filters);
  const currentOf = currentValues(filters);
  const terms = filters.filter((filter) => filter !== search);
  const problems = problemsOf(filters);
  const known = terms.map((filter) => ({ name: filter.name, values: optionsOf(filter, rows).map(keyOf) }));
  return (
    <div class="actions toolbar">
      {search && (
        <SearchField
          label={search.label}
          value={written}
          suggestions={completionsOf(written, known)}
          describedBy={terms.length > 0 ? id : undefined}
          onInput={(text) => setQuery({ [search.name]: text })}
        />
      )}
      {terms
        .filter(({ isTerm }) => !isTerm)
        .map((filter) => (
          <FilterField
            key={filter.name}
            filter={filter}
            rows={rows}
            value={currentOf(filter)}
            onInput={(value) =>
              setQuery({
                [filter.name]: value === filter.initial?.() ? '' : value,
                ...(search && { [search.name]: withoutTerm(written, filter.name) }),
              })
            }
          />
        ))}
      {search && terms.length > 0 && (
        <p id={id} class="search-hint small quiet">
          Also{' '}
          {terms.map((filter) => (
            <TermHint key={filter.name} filter={filter} rows={rows} />
          ))}
        </p>
      )}
      {problems.map((problem) => (
        <p key={problem} class="search-problem small tone warn" role="status">
          {problem}
        </p>
      ))}
    </div>
  );
};

function TermHint<Row>({ filter, rows }: { readonly filter: Filter<Row>; readonly rows: readonly Row[] }) {
  const [first] = optionsOf(filter, rows).map(keyOf);
  const example = first ? termOf(filter.name, first) : `${filter.name}:`;
  return <code title={`${filter.label}: ${takenBy(filter)}`}>{example} </code>;
}

const optionsOf = <Row,>({ options = [] }: Filter<Row>, rows: readonly Row[]): readonly Option<string>[] =>
  typeof options === 'function' ? distinct(options(rows)) : options;

/** Each choice once. Those that rows have, which are text, in alphabetical order. */
function distinct(options: readonly Option<string>[]): readonly Option<string>[] {
  const named = options.filter((option) => typeof option !== 'string');
  const plain = options.filter((option) => typeof option === 'string' && option !== '');
  return [...named, ...[...new Set(plain)].sort()];
}

interface FilterFieldProps<Row> extends Pick<FiltersProps<Row>, 'rows'> {
  readonly filter: Filter<Row>;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

function FilterField<Row>({ filter, rows, value, onInput }: FilterFieldProps<Row>) {
  const { label, all } = filter;
  // The choices of all rows so far, so that a filter does not empty its own list.
  const known = useRef(new Map<string, Option<string>>()).current;
  for (const option of optionsOf(filter, rows)) known.set(keyOf(option), option);
  if (value !== '' && !known.has(value)) known.set(value, value);
  const choices = typeof filter.options === 'function' ? distinct([...known.values()]) : [...known.values()];
  const shown = all === undefined ? choices : [['', all] as const, ...choices];
  return <Select label={label} isLabelHidden value={value} options={shown} onInput={onInput} />;
}
