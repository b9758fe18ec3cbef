import type { ProductActivity } from '@trickle/sdk/contract';
import { products, putProduct } from '../../store/tables/commerce.ts';
import type { Context } from '../context/context.ts';

/** Creates, updates or deletes a product. Omitted members keep their values. */
// Unspecified: U-60
export async function recordProductActivity(context: Context, activity: ProductActivity): Promise<void> {
  const { tx, accountId } = context;
  const { provider, product_id, product_variant_id, action, occurred_at, ...members } = activity;
  const key = { provider, productId: product_id, variantId: product_variant_id };
  if (action === 'deleted') {
    await products.remove(tx, accountId, key);
  } else {
    const before = await products.find(tx, accountId, key);
    await putProduct(tx, accountId, {
      ...key,
      attributes: { currency: 'USD', ...before?.attributes, ...members },
    });
  }
}
