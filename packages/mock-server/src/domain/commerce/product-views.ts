import { PRODUCT_VIEW } from '@trickle/sdk/contract';
import { textOf } from '../../shared/values/json.ts';
import { PAGE_PROVIDER, products } from '../../store/tables/commerce.ts';
import type { Context } from '../context/context.ts';
import { prune } from '../events/retention.ts';

/** Stores a product that was viewed on a page, unless it exists: pages are not trusted to change those of the API. */
// Unspecified: U-29
export async function recordProductView(
  context: Context,
  action: string,
  properties: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { tx, accountId } = context;
  if (action.toLowerCase() !== PRODUCT_VIEW.action.toLowerCase()) return;
  const text = (name: string) => textOf(properties[name]) || undefined;
  const productId = text('product_id');
  if (!productId) return;
  const variantId = text('product_variant_id') ?? productId;
  if (await products.find(tx, accountId, { productId, variantId })) return;
  const price = Number(text('price') ?? Number.NaN);
  const attributes = {
    sku: text('sku'),
    name: text('name'),
    brand: text('brand'),
    categories: categoriesIn(properties.categories),
    price: Number.isFinite(price) ? price : undefined,
  };
  await products.put(tx, accountId, { provider: PAGE_PROVIDER, productId, variantId, attributes });
  await prune(context, products); // Unspecified: U-133
}

/** Reads categories from an array or a comma-separated text. */
function categoriesIn(value: unknown): string[] | undefined {
  if (value === undefined) return undefined;
  const list = Array.isArray(value) ? value.map(textOf) : textOf(value).split(',');
  return list.map((name) => name.trim()).filter((name) => name !== '');
}
