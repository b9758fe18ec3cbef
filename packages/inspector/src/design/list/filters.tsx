import { useRef } from 'preact/hooks';
import { query, setQuery } from '../../location/location.ts';
import { type Option, SearchField, Select } from '../field/field.tsx';
import { Toolbar } from '../page/page.tsx';

/** A field above a list that narrows or sorts it. The URL keeps its value. */
export interface Filter<Row> {
  /** The query parameter. */
  readonly name: string;
  readonly label: string;
  /** The choices, or what makes them from the rows. Without them, text is searched. */
  readonly options?: readonly Option<string>[] | ((rows: readonly Row[]) => readonly string[]);
  /** The choice that lets all rows pass, such as `All states`. */
  readonly all?: string;
  /** The choice at first, of a filter that narrows nothing. */
  readonly initial?: () => string;
  /** The input of the operation. Default: the value, by the name of the filter. */
  readonly toInput?: (value: string) => object;
  /** Whether a row passes. Without it, the operation filters. */
  readonly matches?: (row: Row, value: string) => boolean;
}

type Filtering<Row> = readonly Filter<Row>[];

const currentOf = <Row,>({ name, initial }: Filter<Row>): string =>
  query.value.get(name) ?? initial?.() ?? '';

/** The URL parameters that narrow a list now, without their values. */
export const narrowing = <Row,>(filters: Filtering<Row> = []): Readonly<Record<string, ''>> | undefined => {
  const used = filters.filter((filter) => !filter.initial && currentOf(filter) !== '');
  return used.length === 0 ? undefined : Object.fromEntries(used.map(({ name }) => [name, '']));
};

/** What the operation of a list is given by its filters. */
export const inputOf = <Row,>(filters: Filtering<Row> = []): object =>
  Object.assign(
    {},
    ...filters
      .filter(({ matches }) => !matches)
      .map((filter) => filter.toInput?.(currentOf(filter)) ?? { [filter.name]: currentOf(filter) }),
  );

/** Whether rows pass the filters that the operation does not know; undefined if all do. */
export function matcherOf<Row>(filters: Filtering<Row> = []): ((row: Row) => boolean) | undefined {
  const used = filters.filter((filter) => filter.matches && currentOf(filter) !== '');
  if (used.length === 0) return undefined;
  return (row) => used.every((filter) => filter.matches?.(row, currentOf(filter)));
}

interface FiltersProps<Row> {
  readonly filters: Filtering<Row>;
  readonly rows: readonly Row[];
}

/** The filters of a list. */
export const Filters = <Row,>({ filters, rows }: FiltersProps<Row>) => (
  <Toolbar>
    {filters.map((filter) => (
      <FilterField key={filter.name} filter={filter} rows={rows} />
    ))}
  </Toolbar>
);

function FilterField<Row>({ filter, rows }: { readonly filter: Filter<Row>; readonly rows: readonly Row[] }) {
  const { name, label, options = [], all, initial } = filter;
  const value = currentOf(filter);
  const onInput = (next: string) => setQuery({ [name]: next === initial?.() ? '' : next });
  // The choices of all rows so far, so that a filter does not empty its own list.
  const known = useRef(new Set<string>()).current;
  if (filter.options === undefined) return <SearchField label={label} value={value} onInput={onInput} />;
  for (const choice of typeof options === 'function' ? [...options(rows), value] : []) known.add(choice);
  const choices = typeof options === 'function' ? [...known].filter(Boolean).sort() : options;
  const shown = all === undefined ? choices : [['', all] as const, ...choices];
  return <Select label={label} isLabelHidden value={value} options={shown} onInput={onInput} />;
}
