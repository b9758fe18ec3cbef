import { json, mapRow, type StoredRow } from './row-mapping.ts';
import type { Transaction } from './store.ts';

/** What the page script told of a visitor's browser and first page. */
export interface VisitorData {
  readonly user_agent?: string | undefined;
  readonly original_referrer?: string | undefined;
  readonly landing_url?: string | undefined;
  readonly time_zone?: string | undefined;
}

/** What is kept of a visitor beside that. */
interface VisitorRecord extends VisitorData {
  /** For the person who they turn out to be. */
  readonly tags?: readonly string[] | undefined;
  /** When the browser was last asked to write its cookie again; ISO 8601. */
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

export async function insertVisitor(tx: Transaction, accountId: string, visitor: VisitorRow): Promise<void> {
  await tx.run(
    `insert into visitors (account_id, ${columns}) values (?, ${placeholders})`,
    accountId,
    ...values(visitor),
  );
}

/** Keeps what is known of a visitor as it is now. */
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

/** Deletes the visitors whom nobody knows, but for the newest ones. */
export async function keepNewestVisitors(tx: Transaction, accountId: string, kept: number): Promise<void> {
  const unknown = 'from visitors where account_id = ? and subscriber_id is null';
  await tx.run(
    `delete ${unknown} and seq <= (select seq ${unknown} order by seq desc limit 1 offset ?)`,
    accountId,
    accountId,
    kept,
  );
}

/** Deletes the visitors of a subscriber, but for one and the newest others. */
export async function keepNewestVisitorsOf(
  tx: Transaction,
  accountId: string,
  subscriberId: string,
  { but, kept }: { readonly but: string; readonly kept: number },
): Promise<void> {
  const others = 'from visitors where account_id = ? and subscriber_id = ? and uuid <> ?';
  const key = [accountId, subscriberId, but];
  const sql = `delete ${others} and seq <= (select seq ${others} order by seq desc limit 1 offset ?)`;
  await tx.run(sql, ...key, ...key, kept);
}
