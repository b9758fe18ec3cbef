import type { Sql, Transaction, Value } from './store.ts';

/** SQL with the values of its places: a statement, or a part of one. */
export interface Fragment {
  readonly sql: Sql;
  readonly values: readonly Value[];
}

type Part = Value | readonly Value[] | Fragment;

/** The SQL of templates that contain only values. */
const texts = new WeakMap<TemplateStringsArray, Sql>();

/**
 * Builds SQL from a template: a value gets a place, a list a place for each value, as in `in (${ids})`, and a fragment is
 * inserted. An empty list matches nothing.
 */
export function sql(strings: TemplateStringsArray, ...parts: readonly Part[]): Fragment {
  if (!parts.some(isComposed)) {
    const text = texts.get(strings) ?? strings.join('?');
    texts.set(strings, text);
    return { sql: text, values: parts as readonly Value[] }; // none is composed
  }
  const fragments = parts.map(fragmentOf);
  const text = strings.map((string, i) => string + (fragments[i]?.sql ?? '')).join('');
  return { sql: text, values: fragments.flatMap(({ values }) => values) };
}

const isComposed = (part: Part) => typeof part === 'object' && part !== null;

function fragmentOf(part: Part): Fragment {
  if (typeof part !== 'object' || part === null) return { sql: '?', values: [part] };
  if ('sql' in part) return part;
  return { sql: part.map(() => '?').join(', ') || 'null', values: part };
}

/** SQL of this program, to insert into a template. */
export const plain = (text: Sql): Fragment => ({ sql: text, values: [] });

/** The condition that a column has a value; undefined matches any. */
export const matching = (column: string, value: Value | undefined): Fragment =>
  value === undefined ? plain('true') : { sql: `${column} = ?`, values: [value] };

export const allOf = (conditions: readonly Fragment[]): Fragment => ({
  sql: conditions.map((one) => one.sql).join(' and ') || 'true',
  values: conditions.flatMap((one) => one.values),
});

export const selectRows = <Row>(tx: Pick<Transaction, 'all'>, statement: Fragment): Promise<Row[]> =>
  tx.all<Row>(statement.sql, ...statement.values);

export const selectRow = <Row>(tx: Pick<Transaction, 'get'>, statement: Fragment): Promise<Row | undefined> =>
  tx.get<Row>(statement.sql, ...statement.values);

/** Returns the values of the first column that a statement selects. */
export async function selectColumn<T extends Value = string>(
  tx: Pick<Transaction, 'all'>,
  statement: Fragment,
): Promise<T[]> {
  const rows = await selectRows<Readonly<Record<string, T>>>(tx, statement);
  return rows.flatMap((row) => Object.values(row).slice(0, 1));
}

export const selectValue = async <T extends Value = string>(
  tx: Pick<Transaction, 'all'>,
  statement: Fragment,
): Promise<T | undefined> => (await selectColumn<T>(tx, statement))[0];
