import type { Sql, Value } from './store.ts';

export interface Statement {
  readonly text: string;
  /** The name under which a connection prepares the statement once. */
  readonly name?: string;
}

/** The most statements that get a name: each connection keeps the plans of all named statements that it has run. */
const MAX_NAMED = 1000;

const statements = new Map<Sql, Statement>();

/**
 * The statements that differ on PostgreSQL: a JSON list of numbers, for which it would plan to read a whole table, the members
 * of a JSON object as rows, and rows that nobody has locked.
 */
const DIALECT = {
  'in (select value from json_each(?))': "= any(translate(?, '[]', '{}')::bigint[])",
  'json_each(?)': '(select key collate "C" as key, value from json_each_text(?::json)) as each',
  '/* skip locked */': 'for update skip locked',
};

/** Translates a statement: PostgreSQL numbers its parameters, as in `$1`. */
export function statementOf(sql: Sql): Statement {
  let statement = statements.get(sql);
  if (statement === undefined) {
    let count = 0;
    const translated = Object.entries(DIALECT).reduce(
      (text, [sqlite, own]) => text.replaceAll(sqlite, own),
      sql,
    );
    const text = translated.replaceAll('?', () => `$${++count}`);
    if (statements.size >= MAX_NAMED) return { text };
    statement = { text, name: `s${statements.size}` };
    statements.set(sql, statement);
  }
  return statement;
}

/** PostgreSQL stores no NUL characters in text. They are replaced as browsers do it. */
// Unspecified: U-240
export const parameterOf = (value: Value): Value =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
