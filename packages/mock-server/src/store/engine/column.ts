import type { StoredRow, Value } from './store.ts';

/**
 * The role of a column in its table: a member of the row; `others`, a JSON object with the members that have no column of their
 * own; `hidden`, written but left out of the rows that are read; `computed`, read but not written.
 */
export type Role = 'member' | 'others' | 'hidden' | 'computed';

export interface Column<T, R extends Role = Role> {
  readonly role: R;
  /** The name in the database, if it is not that of the member, as in `order_id` for `orderId`. */
  readonly name?: string;
  /** The expression to select, for `computed`. */
  readonly sql?: string;
  decode(stored: Value, row: StoredRow): T;
  encode(value: T): Value;
}

export interface MemberColumn<T> extends Column<T, 'member'> {
  orNull(): MemberColumn<T | null>;
  named(name: string): MemberColumn<T>;
  /** Leaves the column out of the rows that are read. */
  hidden(): Column<T, 'hidden'>;
}

type Conversion<T> = Pick<Column<T>, 'name' | 'decode' | 'encode'>;

function member<T>(conversion: Conversion<T>): MemberColumn<T> {
  const { decode, encode } = conversion;
  return {
    ...conversion,
    role: 'member',
    orNull: () =>
      member<T | null>({
        ...conversion,
        decode: (stored, row) => (stored === null ? null : decode(stored, row)),
        encode: (value) => (value === null ? null : encode(value)),
      }),
    named: (name) => member({ ...conversion, name }),
    hidden: () => ({ ...conversion, role: 'hidden' }),
  };
}

/** Text. `T` names the values that the server writes. */
export const text = <T extends string = string>(): MemberColumn<T> =>
  member({
    decode: (stored) => stored as T, // the server wrote it
    encode: (value) => value,
  });

/** A number, which some databases return as text. */
export const number = (): MemberColumn<number> => member({ decode: Number, encode: (value) => value });

/** A truth value, stored as 0 or 1. */
export const boolean = (): MemberColumn<boolean> =>
  member({ decode: (stored) => Number(stored) === 1, encode: Number });

const parse = (stored: Value) => JSON.parse(String(stored));

export const json = <T>(): MemberColumn<T> =>
  member<T>({ decode: parse, encode: (value) => JSON.stringify(value) });

/** All members of a row that share a column, as one JSON object. */
export const others = <T extends object>(): Column<T, 'others'> => ({
  role: 'others',
  decode: parse,
  encode: (value) => JSON.stringify(value),
});

/** A member that a row does not store. */
export const computed = <T>(sql: string, decode: (row: StoredRow) => T): Column<T, 'computed'> => ({
  role: 'computed',
  sql,
  decode: (_, row) => decode(row),
  encode: () => null,
});

/** The number of a row, which the database assigns. */
export const rowNumber = (): Column<number, 'computed'> => computed('seq', ({ seq }) => Number(seq));
