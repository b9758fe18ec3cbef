import { text } from '../engine/column.ts';
import { selectValue, sql } from '../engine/sql.ts';
import type { Transaction } from '../engine/store.ts';
import { table } from '../engine/table.ts';

export const customFields = table('custom_fields', { identifier: text() }, { key: ['identifier'] });

/** Lists the account's custom fields in order of first use. */
export const listCustomFields = async (tx: Transaction, accountId: string): Promise<string[]> =>
  (await customFields.list(tx, accountId)).map(({ identifier }) => identifier);

export async function countCustomFields(tx: Transaction, accountId: string, limit: number): Promise<number> {
  const some = sql`select 1 from custom_fields where account_id = ${accountId} limit ${limit}`;
  return (await selectValue<number>(tx, sql`select count(*) from (${some}) as counted`)) ?? 0;
}
