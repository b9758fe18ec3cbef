import type { ChangeKind, Statements, Store } from '../../src/store/engine/store.ts';

const INSERT = 'insert into custom_fields (account_id, identifier) values (?, ?)';

/** Adds a custom field, as a row that a transaction changes. */
export const addNote = (tx: Statements, identifier: string, accountId = '1', kind: ChangeKind = 'insert') =>
  tx.change({ table: 'custom_fields', accountId }, kind, INSERT, [accountId, identifier]);

/** Adds a custom field in a transaction of its account. */
export const note = (store: Store, identifier: string, accountId = '1') =>
  store.write((tx) => addNote(tx, identifier, accountId), accountId);

/** The custom fields of all accounts. */
export async function notes(store: Store): Promise<string[]> {
  const sql = 'select identifier from custom_fields order by identifier';
  return (await store.read((tx) => tx.all<{ identifier: string }>(sql))).map(({ identifier }) => identifier);
}
