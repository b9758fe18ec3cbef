import type { StoredRow, Value } from './store.ts';

export type { StoredRow };

/** A column whose values are converted. */
export interface Column<T> {
  readonly name: string;
  decode(stored: Value): T;
  encode(value: T): Value;
}

/** A column that holds JSON. */
export const json = <T>(name: string): Column<T> => ({
  name,
  decode: (stored) => JSON.parse(String(stored)),
  encode: (value) => JSON.stringify(value),
});

/** A column of numbers, which some databases return as text. */
export const number = (name: string): Column<number> => ({ name, decode: Number, encode: (value) => value });

/** The same column where it may be null. */
export const nullable = <T>({ name, decode, encode }: Column<T>): Column<T | null> => ({
  name,
  decode: (stored) => (stored === null ? null : decode(stored)),
  encode: (value) => (value === null ? null : encode(value)),
});

const text = (name: string): Column<Value> => ({
  name,
  decode: (stored) => stored,
  encode: (value) => value,
});

/** A column for each member of a row; text needs only the column's name. */
export type Columns<Row> = {
  readonly [Key in keyof Row]-?: Row[Key] extends string | null ? string : Column<Row[Key]>;
};

/** The SQL and the conversions between a row and its columns. */
export interface RowMapping<Row> {
  /** The names of the columns, as in `id, subscriber_id, data`. */
  readonly columns: string;
  /** One for each column, as in `?, ?, ?`. */
  readonly placeholders: string;
  /** Reads a row; ignores columns that the mapping does not have. */
  toRow(stored: StoredRow): Row;
  /** The values of a row, in the order of `columns`. */
  values(row: Row): Value[];
}

/** Maps the members of a row to columns. With `rest`, that column holds all other members as one JSON object. */
export function mapRow<Row extends object>(columns: Columns<Row>): RowMapping<Row>;
export function mapRow<Row extends object>(columns: Partial<Columns<Row>>, rest: string): RowMapping<Row>;
export function mapRow(given: object, rest?: string): RowMapping<object> {
  const fields = Object.entries(given as Readonly<Record<string, string | Column<unknown>>>).map(
    ([key, column]) => ({
      key,
      ...(typeof column === 'string' ? (text(column) as Column<unknown>) : column),
    }),
  );
  const names = fields.map(({ name }) => name);
  if (rest !== undefined) names.push(rest);
  return {
    columns: names.join(', '),
    placeholders: names.map(() => '?').join(', '),
    toRow: (stored) => {
      const row: Record<string, unknown> = {};
      for (const { key, name, decode } of fields) row[key] = decode(stored[name] as Value); // the statement selects it
      return rest === undefined ? row : Object.assign(row, JSON.parse(String(stored[rest])));
    },
    values: (row) => {
      const members = row as Readonly<Record<string, unknown>>;
      const values = fields.map(({ key, encode }) => encode(members[key]));
      if (rest === undefined) return values;
      const others = Object.entries(members).filter(([key]) => !(key in given));
      return [...values, JSON.stringify(Object.fromEntries(others))];
    },
  };
}
