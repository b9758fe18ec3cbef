import { json, mapRow, type StoredRow } from '../engine/row-mapping.ts';
import type { Transaction } from '../engine/store.ts';

export interface CartRow {
  readonly provider: string;
  readonly cartId: string;
  readonly subscriberId: string;
  /** The attributes that the caller sent, under the interface's names. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

const { columns, placeholders, toRow, values } = mapRow<CartRow>({
  provider: 'provider',
  cartId: 'cart_id',
  subscriberId: 'subscriber_id',
  attributes: json('data'),
});

/** Finds a cart by its provider and the provider's id. */
export async function findCart(
  tx: Transaction,
  accountId: string,
  provider: string,
  cartId: string,
): Promise<CartRow | undefined> {
  const row = await tx.get<StoredRow>(
    `select ${columns} from carts where account_id = ? and provider = ? and cart_id = ?`,
    accountId,
    provider,
    cartId,
  );
  return row && toRow(row);
}

/** Inserts a cart, or replaces the one with the same provider and id. */
export async function putCart(tx: Transaction, accountId: string, row: CartRow): Promise<void> {
  await tx.run(
    `insert into carts (account_id, ${columns}) values (?, ${placeholders})
     on conflict (account_id, provider, cart_id)
     do update set subscriber_id = excluded.subscriber_id, data = excluded.data`,
    accountId,
    ...values(row),
  );
}

/** Lists an account's carts in the order they were first recorded. */
export async function listCarts(tx: Transaction, accountId: string): Promise<CartRow[]> {
  const sql = `select ${columns} from carts where account_id = ? order by seq`;
  return (await tx.all<StoredRow>(sql, accountId)).map(toRow);
}
