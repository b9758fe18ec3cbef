import { filterOf } from '../engine/filter.ts';
import { type Page, type PageChoice, selectPage } from '../engine/page.ts';
import { json, mapRow, type StoredRow } from '../engine/row-mapping.ts';
import type { Transaction } from '../engine/store.ts';

/** A v2 or v3 order. The two APIs cannot see or change each other's orders. */
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
  /** The order's contribution to the subscriber's lifetime value, in cents. */
  readonly worth: number;
  /** ISO 8601. */
  readonly originatedAt: string;
  /** Whether `originatedAt` is the time the order was placed, or the time it was first received. */
  readonly origin: 'placed' | 'received';
  /** The refunded amount: cents in v2, decimal text in v3. */
  readonly refunded: string;
  /** The attributes that the caller sent, under the interface's names. */
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

/** Finds an order by its provider's id, unless its subscriber was deleted. */
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

/** Inserts an order, or replaces the one with the same provider and id. */
export async function putOrder(tx: Transaction, accountId: string, row: OrderRow): Promise<void> {
  await tx.run(
    `insert into orders (account_id, ${columns}) values (?, ${placeholders})
     on conflict (account_id, api, provider, external_id)
     do update set id = excluded.id, subscriber_id = excluded.subscriber_id, data = excluded.data`,
    accountId,
    ...values(row),
  );
}

/** Lists the orders of an account or of one subscriber in the order they were first recorded. */
export async function listOrders(
  tx: Transaction,
  accountId: string,
  subscriberId?: string | undefined,
): Promise<OrderRow[]> {
  return (await pageOfOrders(tx, accountId, { subscriberId })).rows;
}

/** Reads a page of the orders of an account or of one subscriber. */
export function pageOfOrders(
  tx: Transaction,
  accountId: string,
  { subscriberId }: { readonly subscriberId?: string | undefined },
  choice?: PageChoice,
): Promise<Page<OrderRow>> {
  const where = filterOf(accountId, { subscriber_id: subscriberId });
  return selectPage(tx, { columns, table: 'orders', where, key: ['seq'], toRow }, choice);
}
