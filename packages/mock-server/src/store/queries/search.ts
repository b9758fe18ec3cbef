import type { StoredRow } from '../engine/row-mapping.ts';
import type { Transaction } from '../engine/store.ts';
import type { RecordTable } from '../records/record-data.ts';

/** A record that a search found. */
export interface FoundRecord {
  readonly id: string;
  readonly name: string;
  readonly status: string;
}

/** Finds records of a table by a part of their name, or by their id. */
export async function searchRecords(
  tx: Transaction,
  accountId: string,
  table: RecordTable,
  { text, limit }: { readonly text: string; readonly limit: number },
): Promise<FoundRecord[]> {
  const sought = text.toLowerCase();
  const rows = await tx.all<StoredRow>(
    `select id, name, status from ${table}
     where account_id = ? and (instr(lower(name), ?) > 0 or lower(id) = ?) order by seq desc limit ?`,
    accountId,
    sought,
    sought,
    limit,
  );
  return rows.map(({ id, name, status }) => ({ id: String(id), name: String(name), status: String(status) }));
}
