import { json, text } from '../engine/column.ts';
import type { Transaction } from '../engine/store.ts';
import { type RowOf, table } from '../engine/table.ts';

/** Notices from the service to the users of accounts. */
export const notices = table(
  'notices',
  {
    id: text(),
    /** As in `webhook_disabled`. */
    kind: text(),
    /** The text that users read. */
    message: text(),
    /** The ids of the records that the notice is about. */
    details: json<Readonly<Record<string, string>>>(),
    /** ISO 8601. */
    createdAt: text(),
  },
  { kept: 1000 },
);
export interface NoticeRow extends RowOf<typeof notices> {}

export async function insertNotice(tx: Transaction, accountId: string, notice: NoticeRow): Promise<void> {
  await notices.insert(tx, accountId, notice);
  await notices.prune(tx, accountId);
}
