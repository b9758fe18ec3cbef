import { prune } from './prune.ts';
import { json, mapRow, type StoredRow } from './row-mapping.ts';
import type { Transaction } from './store.ts';

/** Something that the service tells the people of an account. */
export interface NoticeRow {
  readonly id: string;
  /** As in `webhook_disabled`. */
  readonly kind: string;
  /** For people to read. */
  readonly message: string;
  /** What it is about, by the ids of the things. */
  readonly details: Readonly<Record<string, string>>;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** How many notices are kept of an account: the newest. */
const NOTICES_KEPT = 1000;

const { columns, placeholders, toRow, values } = mapRow<NoticeRow>({
  id: 'id',
  kind: 'kind',
  message: 'message',
  details: json('details'),
  createdAt: 'created_at',
});

/** Keeps a notice, and lets go of the oldest ones. */
export async function insertNotice(tx: Transaction, accountId: string, notice: NoticeRow): Promise<void> {
  await tx.run(
    `insert into notices (account_id, ${columns}) values (?, ${placeholders})`,
    accountId,
    ...values(notice),
  );
  await prune(tx, 'notices', accountId, NOTICES_KEPT);
}

/** The notices of an account, in the order in which they came. */
export async function listNotices(tx: Transaction, accountId: string): Promise<NoticeRow[]> {
  const rows = await tx.all<StoredRow>(
    `select ${columns} from notices where account_id = ? order by seq`,
    accountId,
  );
  return rows.map(toRow);
}

/** Whether the people of an account were told of this already. */
export async function hasNotice(tx: Transaction, accountId: string, id: string): Promise<boolean> {
  const sql = 'select id from notices where account_id = ? and id = ?';
  return (await tx.get(sql, accountId, id)) !== undefined;
}
