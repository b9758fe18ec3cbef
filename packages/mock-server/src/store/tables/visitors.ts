import { deleteOldest } from '../engine/prune.ts';
import { json, mapRow, type StoredRow } from '../engine/row-mapping.ts';
import type { Transaction } from '../engine/store.ts';

/** A visitor's browser and first page, as the page script reported them. */
export interface VisitorData {
  readonly user_agent?: string | undefined;
  readonly original_referrer?: string | undefined;
  readonly landing_url?: string | undefined;
  readonly time_zone?: string | undefined;
}

/** The stored data of a visitor. */
interface VisitorRecord extends VisitorData {
  /** Tags to apply once the visitor is identified. */
  readonly tags?: readonly string[] | undefined;
  /** The last time the visitor's cookie was renewed; ISO 8601. */
  readonly renewed_at?: string | undefined;
}
export interface VisitorRow {
  readonly uuid: string;
  readonly subscriberId: string | null;
  readonly createdAt: string;
  readonly data: VisitorRecord;
}

const { columns, placeholders, toRow, values } = mapRow<VisitorRow>({
  uuid: 'uuid',
  subscriberId: 'subscriber_id',
  createdAt: 'created_at',
  data: json('data'),
});

export async function findVisitor(
  tx: Transaction,
  accountId: string,
  uuid: string,
): Promise<VisitorRow | undefined> {
  const row = await tx.get<StoredRow>(
    `select ${columns} from visitors where account_id = ? and uuid = ?`,
    accountId,
    uuid,
  );
  return row && toRow(row);
}

/** Lists a subscriber's visitors, newest first. */
export async function listVisitorsOf(
  tx: Transaction,
  accountId: string,
  subscriberId: string,
): Promise<VisitorRow[]> {
  const rows = await tx.all<StoredRow>(
    `select ${columns} from visitors where account_id = ? and subscriber_id = ? order by seq desc`,
    accountId,
    subscriberId,
  );
  return rows.map(toRow);
}

export async function insertVisitor(tx: Transaction, accountId: string, visitor: VisitorRow): Promise<void> {
  await tx.run(
    `insert into visitors (account_id, ${columns}) values (?, ${placeholders})`,
    accountId,
    ...values(visitor),
  );
}

/** Replaces a visitor's data. */
export async function updateVisitor(
  tx: Transaction,
  accountId: string,
  { uuid, data }: Pick<VisitorRow, 'uuid' | 'data'>,
): Promise<void> {
  const sql = 'update visitors set data = ? where account_id = ? and uuid = ?';
  await tx.run(sql, JSON.stringify(data), accountId, uuid);
}

export async function linkVisitor(
  tx: Transaction,
  accountId: string,
  uuid: string,
  subscriberId: string,
): Promise<void> {
  await tx.run(
    'update visitors set subscriber_id = ? where account_id = ? and uuid = ?',
    subscriberId,
    accountId,
    uuid,
  );
}

/** Deletes unidentified visitors except the newest ones. */
export async function deleteOldVisitors(tx: Transaction, accountId: string, kept: number): Promise<void> {
  const sql = deleteOldest('visitors', 'account_id = ? and subscriber_id is null');
  await tx.run(sql, accountId, accountId, kept);
}

/** Deletes a subscriber's visitors except `except` and the newest others. */
export async function deleteOldVisitorsOf(
  tx: Transaction,
  accountId: string,
  subscriberId: string,
  { except, kept }: { readonly except: string; readonly kept: number },
): Promise<void> {
  const key = [accountId, subscriberId, except];
  const sql = deleteOldest('visitors', 'account_id = ? and subscriber_id = ? and uuid <> ?');
  await tx.run(sql, ...key, ...key, kept);
}
