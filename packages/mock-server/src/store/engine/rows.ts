import { turns } from '../../shared/platform/timers.ts';
import { ACCOUNT_TABLES, TABLES, type Table } from './schema.ts';
import { raiseRevision } from './server-revision.ts';
import { NO_ACCOUNT, type Rows, type StoredRow, type Target, type Transaction, type Value } from './store.ts';

/** Reads all rows of the database, or those of one account and its users. */
export async function readRows(tx: Transaction, accountId?: string): Promise<Rows> {
  const rows: { [T in Table]?: StoredRow[] } = {};
  if (accountId === undefined) {
    for (const table of TABLES) rows[table] = inOrder(await tx.all<StoredRow>(`select * from ${table}`));
    return rows;
  }
  rows.accounts = await tx.all<StoredRow>('select * from accounts where id = ?', accountId);
  const members = 'select user_id from memberships where account_id = ?';
  rows.users = await tx.all<StoredRow>(`select * from users where id in (${members})`, accountId);
  rows.tokens = await tx.all<StoredRow>(`select * from tokens where user_id in (${members})`, accountId);
  for (const table of ACCOUNT_TABLES) {
    rows[table] = inOrder(await tx.all<StoredRow>(`select * from ${table} where account_id = ?`, accountId));
  }
  return rows;
}

/** Sorts rows by their numbers, if the table has numbers: PostgreSQL returns them in any order. */
const inOrder = (rows: StoredRow[]): StoredRow[] =>
  rows.sort((one, other) => Number(one.seq ?? 0) - Number(other.seq ?? 0));

/** Deletes all rows of the database, or those of one account except its users. */
export async function deleteRows(tx: Transaction, accountId?: string): Promise<void> {
  await raiseRevision(tx);
  if (accountId === undefined) {
    for (const table of TABLES) await remove(tx, { table, accountId: NO_ACCOUNT });
    return;
  }
  await remove(tx, { table: 'accounts', accountId }, ' where id = ?', accountId);
  const pause = turns();
  for (const table of ACCOUNT_TABLES) {
    await remove(tx, { table, accountId }, ' where account_id = ?', accountId);
    await pause();
  }
}

/** Deletes users without an account, and their tokens. */
export async function deleteOrphanedUsers(tx: Transaction): Promise<void> {
  const where = ' where id not in (select user_id from memberships)';
  await remove(tx, { table: 'users', accountId: NO_ACCOUNT }, where);
  const orphaned = ' where user_id not in (select id from users)';
  await remove(tx, { table: 'tokens', accountId: NO_ACCOUNT }, orphaned);
}

/** Deletes the rows of a table that meet a condition. */
const remove = (tx: Transaction, target: Target, where = '', ...values: Value[]): Promise<number> =>
  tx.change(target, 'any', `delete from ${target.table}${where}`, values);

/** Replaces all rows of the database. */
export async function replaceRows(tx: Transaction, rows: Rows): Promise<void> {
  await deleteRows(tx);
  await insertRows(tx, rows);
  await tx.renumber();
}

/** Inserts rows whose keys are unused, in several turns of the event loop; existing users and tokens stay unchanged. */
export async function insertRows(tx: Transaction, rows: Rows): Promise<void> {
  const pause = turns();
  for (const table of TABLES) {
    for (const row of rows[table] ?? []) {
      const columns = Object.keys(row);
      const places = columns.map(() => '?').join(', ');
      // The names come from a database of this program, or were checked against one, so they are safe in SQL.
      const rest = table === 'users' || table === 'tokens' ? ' on conflict do nothing' : '';
      const sql = `insert into ${table} (${columns.join(', ')}) values (${places})${rest}`;
      const accountId = String((table === 'accounts' ? row.id : row.account_id) ?? NO_ACCOUNT);
      await tx.change({ table, accountId }, rest === '' ? 'row' : 'any', sql, Object.values(row));
      await pause();
    }
  }
}
