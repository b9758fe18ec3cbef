import type { DatabaseSync } from 'node:sqlite';
import { isAlive, type Peer } from '../../shared/platform/peers.ts';
import { systemClock } from '../../shared/platform/timers.ts';
import { TABLES } from './schema.ts';
import type { Sql } from './store.ts';

/*
 * Long work on an account of a SQLite database commits in slices, so that other accounts can use the connection in between.
 * Temporary triggers note how to undo each of its changes. If the work fails, or its process ends, all of it is undone.
 */

/** The most changes that are undone, or forgotten, in one transaction. */
const STEPS = 500;

/** Makes the triggers of a connection. While a slice runs, the function `long_work()` returns the work; otherwise null. */
export function noteChanges(database: DatabaseSync): void {
  database.exec(TABLES.map((table) => triggersOf(database, table)).join('\n'));
}

export function ignoreChanges(database: DatabaseSync): void {
  const names = TABLES.flatMap((table) =>
    EVENTS.map((event) => `drop trigger if exists temp.${event}_${table};`),
  );
  database.exec(names.join('\n'));
}

const EVENTS = ['insert', 'update', 'delete'] as const;

function triggersOf(database: DatabaseSync, table: string): Sql {
  const columns = database.prepare(`select name, type from pragma_table_info('${table}')`).all();
  const hasNumber = columns.some(({ name }) => name === 'seq'); // which is the rowid
  const names = columns.map(({ name }) => String(name));
  const values = columns.map(({ name, type }) =>
    literalOf(`old.${name}`, String(type).toLowerCase() === 'text'),
  );
  const all = hasNumber ? names : ['rowid', ...names];
  const allValues = hasNumber ? values : ['old.rowid', ...values];
  const settings = names.map((name, i) => `'${i === 0 ? '' : ', '}${name} = ' || ${values[i]}`);
  const undo = {
    insert: `'delete from ${table} where rowid = ' || new.rowid`,
    update: `'update ${table} set ' || ${settings.join(' || ')} || ' where rowid = ' || new.rowid`,
    delete: `'insert into ${table} (${all.join(', ')}) values (' || ${allValues.join(" || ', ' || ")} || ')'`,
  };
  return EVENTS.map(
    (
      event,
    ) => `create temp trigger ${event}_${table} after ${event} on main.${table} when long_work() is not null begin
      insert into undo_log (work, statement) values (long_work(), ${undo[event]});
    end;`,
  ).join('\n');
}

/** A value as a literal of SQL. SQLite's `quote` drops everything after a null character. */
const literalOf = (column: string, isText: boolean): Sql =>
  isText
    ? `case when instr(${column}, char(0)) > 0 then 'cast(x''' || hex(${column}) || ''' as text)' else quote(${column}) end`
    : `quote(${column})`;

/** Undoes some of the changes of long work, the last ones first, in one transaction. Returns whether there are more. */
export function undoSome(database: DatabaseSync, work: string): boolean {
  const noted = 'select step, statement from undo_log where work = ? order by step desc limit ?';
  database.exec('begin immediate');
  try {
    const steps = database.prepare(noted).all(work, STEPS);
    for (const { statement } of steps) database.exec(String(statement));
    const last = steps.at(-1)?.step ?? 0;
    database.prepare('delete from undo_log where work = ? and step >= ?').run(work, last);
    const hasMore = steps.length === STEPS;
    if (!hasMore) {
      database.prepare('delete from long_work where id = ?').run(work);
      database.exec('update server_revision set revision = revision + 1'); // other servers may have seen the account
    }
    database.exec('commit');
    return hasMore;
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}

/** Forgets how to undo some of the changes of work that is complete. Returns whether there are more. */
export function forgetSome(database: DatabaseSync, work: string): boolean {
  const some = 'step in (select step from undo_log where work = ? limit ?)';
  return Number(database.prepare(`delete from undo_log where ${some}`).run(work, STEPS * 4).changes) > 0;
}

/** An account that long work holds, and who does the work. */
export interface HeldAccount extends Peer {
  readonly accountId: string;
}

/** The accounts that long work holds: of this process, and of others that have the file. */
export const listHeld = (database: DatabaseSync): HeldAccount[] =>
  database
    .prepare('select * from long_work')
    .all()
    .map(({ id, account_id, host, process, seen_at }) => ({
      ...{ id: String(id), accountId: String(account_id), host: String(host) },
      ...{ process: String(process), seenAt: Number(seen_at) },
    }));

/** Undoes the long work of processes that have ended in the middle of it, and forgets the rest of what was complete. */
export function undoUnfinished(database: DatabaseSync): void {
  const held = listHeld(database);
  const ended = held.filter((work) => !isAlive(work, systemClock.now()));
  for (const id of new Set(ended.map(({ id }) => id))) while (undoSome(database, id));
  if (held.length === ended.length) database.exec('delete from undo_log');
}
