import { json, mapRow, type StoredRow } from './row-mapping.ts';
import type { Transaction } from './store.ts';

/** An order of either kind. The two kinds are apart: neither finds or changes the other's. */
export interface OrderRow {
  /** `v2` for legacy orders. */
  readonly api: 'v2' | 'v3';
  readonly id: string;
  readonly subscriberId: string;
  /** Null for a legacy order that can never be updated. */
  readonly provider: string | null;
  /** `upstream_id` in v2, `order_id` in v3. */
  readonly externalId: string | null;
  readonly data: OrderData;
}

export interface OrderData {
  /** What it adds to the person's lifetime value, in cents. */
  readonly worth: number;
  /** ISO 8601. */
  readonly originatedAt: string;
  /** Whether `originatedAt` comes from an order that was placed, or from the first that was heard of it. */
  readonly origin: 'placed' | 'received';
  /** What was paid back: cents in v2, decimal text in v3. */
  readonly refunded: string;
  /** What the caller said of it, in the interface's names. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

const { columns, placeholders, toRow, values } = mapRow<OrderRow>({
  api: 'api',
  id: 'id',
  subscriberId: 'subscriber_id',
  provider: 'provider',
  externalId: 'external_id',
  data: json('data'),
});

/** An order by its provider's id. That of someone who was deleted is not found. */
// Unspecified: U-66
export async function findOrder(
  tx: Transaction,
  accountId: string,
  { api, provider, externalId }: Pick<OrderRow, 'api' | 'provider' | 'externalId'>,
): Promise<OrderRow | undefined> {
  const row = await tx.get<StoredRow>(
    `select ${columns} from orders where account_id = ? and api = ? and provider = ? and external_id = ?
     and exists (select 1 from subscribers s where s.account_id = orders.account_id and s.id = subscriber_id)`,
    accountId,
    api,
    provider,
    externalId,
  );
  return row && toRow(row);
}

/** Keeps an order, in place of the one with the same provider and id if there is one. */
export async function putOrder(tx: Transaction, accountId: string, row: OrderRow): Promise<void> {
  await tx.run(
    `insert into orders (account_id, ${columns}) values (?, ${placeholders})
     on conflict (account_id, api, provider, external_id)
     do update set id = excluded.id, subscriber_id = excluded.subscriber_id, data = excluded.data`,
    accountId,
    ...values(row),
  );
}

/** All orders of an account, or of one person, in the order in which they were first heard of. */
export async function listOrders(
  tx: Transaction,
  accountId: string,
  subscriberId?: string | undefined,
): Promise<OrderRow[]> {
  const rows = await tx.all<StoredRow>(
    `select ${columns} from orders where account_id = ? and (? is null or subscriber_id = ?) order by seq`,
    accountId,
    subscriberId ?? null,
    subscriberId ?? null,
  );
  return rows.map(toRow);
}
