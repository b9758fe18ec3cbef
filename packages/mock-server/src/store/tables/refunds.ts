import { json, mapRow, type StoredRow } from '../engine/row-mapping.ts';
import type { Transaction } from '../engine/store.ts';

/** A refund of a legacy order. */
export interface RefundRow {
  readonly id: string;
  /** The id of the order in the database. */
  readonly orderId: string;
  /** Null for a refund that can never be updated. */
  readonly upstreamId: string | null;
  /** The other members, under the interface's names. */
  readonly data: RefundData;
}

export interface RefundData {
  /** Cents. */
  readonly amount: number;
  readonly note?: string | undefined;
  readonly processed_at?: string | undefined;
}

const { columns, placeholders, toRow, values } = mapRow<RefundRow>({
  id: 'id',
  orderId: 'order_id',
  upstreamId: 'upstream_id',
  data: json('data'),
});

/** Finds an order's refund by the provider's id. */
export async function findRefund(
  tx: Transaction,
  accountId: string,
  orderId: string,
  upstreamId: string,
): Promise<RefundRow | undefined> {
  const row = await tx.get<StoredRow>(
    `select ${columns} from refunds where account_id = ? and order_id = ? and upstream_id = ?`,
    accountId,
    orderId,
    upstreamId,
  );
  return row && toRow(row);
}

/** Inserts a refund, or replaces the order's refund with the same `upstreamId`. */
export async function putRefund(tx: Transaction, accountId: string, row: RefundRow): Promise<void> {
  await tx.run(
    `insert into refunds (account_id, ${columns}) values (?, ${placeholders})
     on conflict (account_id, order_id, upstream_id) do update set data = excluded.data`,
    accountId,
    ...values(row),
  );
}

/** Lists an account's refunds in order of creation. */
export async function listRefunds(tx: Transaction, accountId: string): Promise<RefundRow[]> {
  const sql = `select ${columns} from refunds where account_id = ? order by seq`;
  return (await tx.all<StoredRow>(sql, accountId)).map(toRow);
}
