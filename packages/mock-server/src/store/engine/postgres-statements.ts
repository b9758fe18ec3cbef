import type { Sql, Value } from './store.ts';

/** A statement in the form of the driver. */
export interface Statement {
  readonly text: string;
  /** The name under which a connection prepares the statement once. */
  readonly name?: string;
}

/** How many statements get a name: each connection keeps the plans of all named statements that it has run. */
const MAX_NAMED = 1000;

const statements = new Map<Sql, Statement>();

/** Translates a statement: PostgreSQL numbers its parameters, as in `$1`. */
export function statementOf(sql: Sql): Statement {
  let statement = statements.get(sql);
  if (statement === undefined) {
    let count = 0;
    const text = sql.replaceAll('?', () => `$${++count}`);
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
