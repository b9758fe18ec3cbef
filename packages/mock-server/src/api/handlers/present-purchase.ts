import type { Purchase } from '@trickle/sdk/contract';
import type { PurchaseRow } from '../../store/tables/commerce.ts';

/** A purchase's API representation. Unknown members are not stored. */
// Unspecified: U-34
export function presentPurchase(
  accountId: string,
  { id, subscriberId, occurredAt, data }: PurchaseRow,
): Purchase {
  const { amount, provider, order_id, permalink, properties, items } = data;
  return {
    id,
    provider,
    order_id,
    amount,
    permalink,
    properties: { ...properties },
    occurred_at: occurredAt,
    items: items.map(({ id, product_id, sku, amount, name, quantity, properties }) => ({
      id,
      product_id,
      sku,
      amount,
      name,
      quantity,
      properties: { ...properties },
    })),
    links: { account: accountId, subscriber: subscriberId },
  };
}
