import { PRODUCT_VIEW } from '@trickle/sdk/contract';
import { findProductById, putProduct } from '../../store/products.ts';
import type { Context } from '../context.ts';

/** Where products come from that are known from pages only. */
const PROVIDER = 'page_script';

/**
 * Keeps a product that was looked at on a page, if nobody has told of it yet. What pages say, anybody can say: a
 * product that the account has told of stays as it is.
 */
// Unspecified: U-29
export async function recordProductView(
  { tx, accountId }: Context,
  action: string,
  properties: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (action.toLowerCase() !== PRODUCT_VIEW.action.toLowerCase()) return;
  const text = (name: string) => (properties[name] === undefined ? undefined : String(properties[name]));
  const productId = text('product_id');
  if (!productId) return;
  const variantId = text('product_variant_id') ?? productId;
  if (await findProductById(tx, accountId, productId, variantId)) return;
  const price = Number(properties.price ?? Number.NaN);
  const attributes = {
    sku: text('sku'),
    name: text('name'),
    brand: text('brand'),
    categories: categoriesIn(properties.categories),
    price: Number.isFinite(price) ? price : undefined,
  };
  await putProduct(tx, accountId, { provider: PROVIDER, productId, variantId, attributes });
}

/** A list with commas, or a list. */
function categoriesIn(given: unknown): string[] | undefined {
  if (given === undefined) return undefined;
  const list = Array.isArray(given) ? given.map(String) : String(given).split(',');
  return list.map((name) => name.trim()).filter((name) => name !== '');
}
