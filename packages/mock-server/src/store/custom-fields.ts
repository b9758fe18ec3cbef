import type { Transaction } from './store.ts';

/** Makes sure that the account knows a custom field. */
export async function insertCustomField(
  tx: Transaction,
  accountId: string,
  identifier: string,
): Promise<void> {
  await tx.run(
    `insert into custom_fields (account_id, identifier) values (?, ?)
     on conflict (account_id, identifier) do nothing`,
    accountId,
    identifier,
  );
}

/** The account's custom fields, in the order in which they were first used. */
export async function listCustomFields(tx: Transaction, accountId: string): Promise<string[]> {
  const sql = 'select identifier from custom_fields where account_id = ? order by seq';
  return (await tx.all<{ identifier: string }>(sql, accountId)).map((row) => row.identifier);
}
