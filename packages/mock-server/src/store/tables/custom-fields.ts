import { changeRows, type Transaction } from '../engine/store.ts';

/** Adds a custom field to the account unless it exists. */
export async function insertCustomField(
  tx: Transaction,
  accountId: string,
  identifier: string,
): Promise<void> {
  await changeRows(
    tx,
    { table: 'custom_fields', accountId: accountId },
    `insert into custom_fields (account_id, identifier) values (?, ?)
     on conflict (account_id, identifier) do nothing`,
    accountId,
    identifier,
  );
}

/** Lists the account's custom fields in order of first use. */
export async function listCustomFields(tx: Transaction, accountId: string): Promise<string[]> {
  const sql = 'select identifier from custom_fields where account_id = ? order by seq';
  return (await tx.all<{ identifier: string }>(sql, accountId)).map((row) => row.identifier);
}

export async function hasCustomField(
  tx: Transaction,
  accountId: string,
  identifier: string,
): Promise<boolean> {
  const sql = 'select 1 as there from custom_fields where account_id = ? and identifier = ?';
  return (await tx.get(sql, accountId, identifier)) !== undefined;
}

/** Counts an account's custom fields, up to a limit. */
export async function countCustomFields(tx: Transaction, accountId: string, limit: number): Promise<number> {
  const sql = `select count(*) as total from
    (select 1 from custom_fields where account_id = ? limit ?) as counted`;
  return Number((await tx.get<{ total: number }>(sql, accountId, limit))?.total ?? 0);
}
