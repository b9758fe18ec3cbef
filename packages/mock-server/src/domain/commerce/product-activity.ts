import type { ProductActivity } from '@trickle/sdk/contract';
import { deleteProduct, findProduct, putProduct } from '../../store/products.ts';
import type { Context } from '../../world/context.ts';

/** Does what happened to a product; members that are left out stay as they were. */
// Unspecified: U-60
export async function recordProductActivity(context: Context, activity: ProductActivity): Promise<void> {
  const { tx, accountId } = context;
  const { provider, product_id, product_variant_id, action, occurred_at, ...said } = activity;
  const key = { provider, productId: product_id, variantId: product_variant_id };
  if (action === 'deleted') {
    await deleteProduct(tx, accountId, key);
  } else {
    const before = await findProduct(tx, accountId, key);
    await putProduct(tx, accountId, {
      ...key,
      attributes: { currency: 'USD', ...before?.attributes, ...said },
    });
  }
}
