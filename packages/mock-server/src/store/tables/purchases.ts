import { json, mapRow, type StoredRow } from '../engine/row-mapping.ts';
import type { Transaction } from '../engine/store.ts';

export interface PurchaseItem {
  readonly id: string;
  readonly name: string;
  /** The line's total in cents. */
  readonly amount: number;
  readonly quantity: number;
  readonly product_id?: string | undefined;
  readonly sku?: string | undefined;
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface PurchaseRow {
  readonly id: string;
  readonly subscriberId: string;
  readonly occurredAt: string;
  /** The other members, under the interface's names. */
  readonly data: {
    /** Cents. */
    readonly amount: number;
    readonly provider?: string | undefined;
    readonly order_id?: string | undefined;
    readonly permalink?: string | undefined;
    readonly properties: Readonly<Record<string, unknown>>;
    readonly items: readonly PurchaseItem[];
  };
}

const { columns, placeholders, toRow, values } = mapRow<PurchaseRow>({
  id: 'id',
  subscriberId: 'subscriber_id',
  occurredAt: 'occurred_at',
  data: json('data'),
});

export async function insertPurchase(tx: Transaction, accountId: string, row: PurchaseRow): Promise<void> {
  await tx.run(
    `insert into purchases (account_id, ${columns}) values (?, ${placeholders})`,
    accountId,
    ...values(row),
  );
}

export async function findPurchase(
  tx: Transaction,
  accountId: string,
  subscriberId: string,
  id: string,
): Promise<PurchaseRow | undefined> {
  const row = await tx.get<StoredRow>(
    `select ${columns} from purchases where account_id = ? and subscriber_id = ? and id = ?`,
    accountId,
    subscriberId,
    id,
  );
  return row && toRow(row);
}

/** Lists one page of a subscriber's purchases in the order recorded, with the total. */
export async function listPurchases(
  tx: Transaction,
  accountId: string,
  subscriberId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: PurchaseRow[]; total: number }> {
  const counted = await tx.get<{ total: number }>(
    'select count(*) as total from purchases where account_id = ? and subscriber_id = ?',
    accountId,
    subscriberId,
  );
  const rows = await tx.all<StoredRow>(
    `select ${columns} from purchases where account_id = ? and subscriber_id = ?
     order by seq limit ? offset ?`,
    accountId,
    subscriberId,
    limit,
    offset,
  );
  return { rows: rows.map(toRow), total: Number(counted?.total ?? 0) };
}
