import { plain, selectRows, sql } from '../engine/sql.ts';
import type { Transaction } from '../engine/store.ts';
import type { RecordTable } from '../records/record-data.ts';

export interface FoundRecord {
  readonly id: string;
  readonly name: string;
  readonly status: string;
}

export interface FoundEmails {
  /** The id of one of them. */
  readonly id: string;
  readonly subject: string;
  readonly count: number;
}

/** Finds subjects of sent emails, the newest first. */
export const searchEmails = (
  tx: Transaction,
  accountId: string,
  { text, limit }: { readonly text: string; readonly limit: number },
): Promise<FoundEmails[]> =>
  selectRows(
    tx,
    sql`select max(id) as id, email_subject as subject, count(*) as count from deliveries
      where account_id = ${accountId} and instr(lower(email_subject), ${text}) > 0
      group by email_subject order by max(seq) desc limit ${limit}`,
  );

/** Finds records of a table by a part of their name, or by their id. */
export async function searchRecords(
  tx: Transaction,
  accountId: string,
  table: RecordTable,
  { text, limit }: { readonly text: string; readonly limit: number },
): Promise<FoundRecord[]> {
  const sought = text.toLowerCase();
  return selectRows(
    tx,
    sql`select id, name, status from ${plain(table)} where account_id = ${accountId}
      and (instr(lower(name), ${sought}) > 0 or lower(id) = ${sought}) order by seq desc limit ${limit}`,
  );
}
