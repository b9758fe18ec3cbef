import { filterOf } from '../engine/filter.ts';
import { type Page, type PageChoice, selectPage } from '../engine/page.ts';
import { prune } from '../engine/prune.ts';
import { json, mapRow } from '../engine/row-mapping.ts';
import type { Transaction } from '../engine/store.ts';

/** A notice from the service to an account's users. */
export interface NoticeRow {
  readonly id: string;
  /** As in `webhook_disabled`. */
  readonly kind: string;
  /** The text that users read. */
  readonly message: string;
  /** The ids of the records that the notice is about. */
  readonly details: Readonly<Record<string, string>>;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** The number of newest notices to retain for each account. */
const MAX_NOTICES = 1000;

const { columns, placeholders, toRow, values } = mapRow<NoticeRow>({
  id: 'id',
  kind: 'kind',
  message: 'message',
  details: json('details'),
  createdAt: 'created_at',
});

/** Inserts a notice and prunes the oldest ones. */
export async function insertNotice(tx: Transaction, accountId: string, notice: NoticeRow): Promise<void> {
  await tx.run(
    `insert into notices (account_id, ${columns}) values (?, ${placeholders})`,
    accountId,
    ...values(notice),
  );
  await prune(tx, accountId, { table: 'notices', kept: MAX_NOTICES });
}

/** Reads a page of an account's notices. */
export function pageOfNotices(
  tx: Transaction,
  accountId: string,
  choice?: PageChoice,
): Promise<Page<NoticeRow>> {
  const where = filterOf(accountId, {});
  return selectPage(tx, { columns, table: 'notices', where, key: ['seq'], toRow }, choice);
}

/** Whether an account already has a notice with this id. */
export async function hasNotice(tx: Transaction, accountId: string, id: string): Promise<boolean> {
  const sql = 'select id from notices where account_id = ? and id = ?';
  return (await tx.get(sql, accountId, id)) !== undefined;
}
