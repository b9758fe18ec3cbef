import { json, mapRow, type StoredRow } from '../engine/row-mapping.ts';
import type { Transaction } from '../engine/store.ts';

/** The key of a product. */
export interface ProductKey {
  readonly provider: string;
  readonly productId: string;
  readonly variantId: string;
}

export interface ProductRow extends ProductKey {
  /** The attributes that the caller sent, under the interface's names. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

const { columns, placeholders, toRow, values } = mapRow<ProductRow>({
  provider: 'provider',
  productId: 'product_id',
  variantId: 'product_variant_id',
  attributes: json('data'),
});
const byKey = 'account_id = ? and provider = ? and product_id = ? and product_variant_id = ?';

export async function findProduct(
  tx: Transaction,
  accountId: string,
  { provider, productId, variantId }: ProductKey,
): Promise<ProductRow | undefined> {
  const sql = `select ${columns} from products where ${byKey}`;
  const row = await tx.get<StoredRow>(sql, accountId, provider, productId, variantId);
  return row && toRow(row);
}

/** Finds a product by its own ids, regardless of provider. */
export async function findProductById(
  tx: Transaction,
  accountId: string,
  productId: string,
  variantId: string,
): Promise<ProductRow | undefined> {
  const sql = `select ${columns} from products
    where account_id = ? and product_id = ? and product_variant_id = ? limit 1`;
  const row = await tx.get<StoredRow>(sql, accountId, productId, variantId);
  return row && toRow(row);
}

/** Inserts a product, or replaces the one with the same key. */
export async function putProduct(tx: Transaction, accountId: string, row: ProductRow): Promise<void> {
  await tx.run(
    `insert into products (account_id, ${columns}) values (?, ${placeholders})
     on conflict (account_id, provider, product_id, product_variant_id) do update set data = excluded.data`,
    accountId,
    ...values(row),
  );
}

export async function deleteProduct(
  tx: Transaction,
  accountId: string,
  { provider, productId, variantId }: ProductKey,
): Promise<void> {
  await tx.run(`delete from products where ${byKey}`, accountId, provider, productId, variantId);
}

/** Lists an account's products in the order they were first recorded. */
export async function listProducts(tx: Transaction, accountId: string): Promise<ProductRow[]> {
  const sql = `select ${columns} from products where account_id = ? order by seq`;
  return (await tx.all<StoredRow>(sql, accountId)).map(toRow);
}
