import { turns } from '../../shared/platform/timers.ts';
import { ACCOUNT_TABLES, SHARED_TABLES, TABLES, type Table } from './schema.ts';
import { raiseRevision } from './server-revision.ts';
import {
  NO_ACCOUNT,
  type Rows,
  type Sql,
  type Store,
  type StoredRow,
  type Target,
  type Transaction,
  type Value,
} from './store.ts';

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
  for (const table of ACCOUNT_TABLES) await removeOf(tx, { table, accountId });
}

/** The tables whose rows say that an account exists, and for whom. */
const ACCESS_TABLES: readonly Table[] = [...SHARED_TABLES, 'memberships'];

/** Replaces the rows of an account. Those who look for it find the account at any time, with its old users or its new ones. */
export async function replaceAccount(tx: Transaction, accountId: string, rows: Rows): Promise<void> {
  await raiseRevision(tx);
  const isAccess = (table: string) => (ACCESS_TABLES as readonly string[]).includes(table);
  for (const table of ACCOUNT_TABLES) if (!isAccess(table)) await removeOf(tx, { table, accountId });
  const part = (isIn: (table: string) => boolean): Rows =>
    Object.fromEntries(Object.entries(rows).filter(([table]) => isIn(table)));
  await tx.nested(async () => {
    await remove(tx, { table: 'accounts', accountId }, ' where id = ?', accountId);
    await removeOf(tx, { table: 'memberships', accountId });
    await insertRows(tx, part(isAccess));
  });
  await insertRows(
    tx,
    part((table) => !isAccess(table)),
  );
}

/** The number of rows of a table from which work on an account is long, and of rows that one statement removes. */
const MANY = 1000;

/** Runs work on all rows of an account: in slices if they are many, or if `rows` to be written are. */
export async function writeAccount<T>(
  store: Store,
  accountId: string,
  work: (tx: Transaction) => Promise<T>,
  rows: Rows = {},
): Promise<T> {
  const isLong =
    Object.values(rows).some(({ length }) => length > MANY) ||
    (await store.read((tx) => hasMany(tx, accountId), accountId));
  return isLong ? store.writeInSlices(work, [accountId]) : store.write(work, accountId);
}

async function hasMany(tx: Transaction, accountId: string): Promise<boolean> {
  for (const table of ACCOUNT_TABLES) {
    if (await tx.get(`select 1 from ${table} where account_id = ? limit 1 offset ${MANY}`, accountId))
      return true;
  }
  return false;
}

/** Deletes the rows of an account in a table: a part at a time, unless its statements hold up nobody. */
async function removeOf(tx: Transaction, target: Target): Promise<void> {
  const { rowId } = tx;
  const own = 'account_id = ?';
  if (rowId === undefined) return void (await remove(tx, target, ` where ${own}`, target.accountId));
  const some = `${rowId} in (select ${rowId} from ${target.table} where ${own} limit ${MANY})`;
  while ((await remove(tx, target, ` where ${some}`, target.accountId)) === MANY);
}

export async function deleteOrphanedUsers(tx: Transaction): Promise<void> {
  const where = ' where id not in (select user_id from memberships)';
  await remove(tx, { table: 'users', accountId: NO_ACCOUNT }, where);
  const orphaned = ' where user_id not in (select id from users)';
  await remove(tx, { table: 'tokens', accountId: NO_ACCOUNT }, orphaned);
}

const remove = (tx: Transaction, target: Target, where = '', ...values: Value[]): Promise<number> =>
  tx.change(target, 'any', `delete from ${target.table}${where}`, values);

export async function replaceRows(tx: Transaction, rows: Rows, onReplaced?: () => void): Promise<void> {
  await deleteRows(tx);
  await insertRows(tx, rows);
  await tx.renumber();
  if (onReplaced) tx.afterCommit(onReplaced);
}

/** Inserts rows whose keys are unused, in several turns of the event loop; existing users and tokens stay unchanged. */
export async function insertRows(tx: Transaction, rows: Rows): Promise<void> {
  const pause = turns();
  for (const table of TABLES) {
    const kind = table === 'users' || table === 'tokens' ? 'any' : 'insert';
    let [columns, sql] = ['', ''];
    for (const row of rows[table] ?? []) {
      const names = Object.keys(row).join(', ');
      // Rows nearly always share a statement. Making its text for each row took longer than many inserts.
      if (names !== columns) [columns, sql] = [names, insertion(table, names)];
      const accountId = String((table === 'accounts' ? row.id : row.account_id) ?? NO_ACCOUNT);
      await tx.change({ table, accountId }, kind, sql, Object.values(row));
      await pause();
    }
  }
}

/** The columns come from a database of this program, or were checked against one, so they are safe in SQL. */
function insertion(table: Table, columns: string): Sql {
  const places = columns.replaceAll(/\w+/g, '?');
  const rest = table === 'users' || table === 'tokens' ? ' on conflict do nothing' : '';
  return `insert into ${table} (${columns}) values (${places})${rest}`;
}
