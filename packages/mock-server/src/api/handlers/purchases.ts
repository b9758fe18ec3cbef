import type { Purchase } from '@trickle/sdk/contract';
import { recordPurchase } from '../../domain/commerce/purchases.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { findSubscriber } from '../../domain/records/subscriber.ts';
import { urlBelow } from '../../shared/values/encoded-url.ts';
import { pageMeta, sliceOf } from '../../shared/values/paging.ts';
import { sql } from '../../store/engine/sql.ts';
import { type PurchaseRow, purchases as purchaseTable } from '../../store/tables/commerce.ts';
import type { Handlers } from '../http/handler.ts';

/** A purchase's API representation. Unknown members are not stored. */
// Unspecified: U-34
function presentPurchase(accountId: string, { id, subscriberId, occurredAt, data }: PurchaseRow): Purchase {
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

export const purchases: Handlers<'purchases'> = {
  async create({ context, baseUrl, parameters: { id_or_email = '' }, input }) {
    const { id, subscriberId } = await recordPurchase(context, id_or_email, input);
    const path = ['v2', context.accountId, 'subscribers', subscriberId, 'purchases', id];
    return { output: undefined, location: urlBelow(baseUrl, ...path) };
  },
  // Unspecified: U-60
  async list({ context: { tx, accountId }, context, parameters: { id_or_email = '' }, query }) {
    const subscriber = await findSubscriber(context, id_or_email);
    const slice = sliceOf(query);
    const total = await purchaseTable.count(tx, accountId, { subscriberId: subscriber.id });
    const part = sql`subscriber_id = ${subscriber.id} order by seq limit ${slice.limit} offset ${slice.offset}`;
    const rows = await purchaseTable.all(tx, accountId, part);
    const items = rows.map((row) => presentPurchase(accountId, row));
    return { output: { items, meta: pageMeta(slice, rows.length, total) } };
  },
  async get({ context: { tx, accountId }, context, parameters: { id_or_email = '', purchase_id = '' } }) {
    const subscriber = await findSubscriber(context, id_or_email);
    const row = await purchaseTable.find(tx, accountId, { id: purchase_id, subscriberId: subscriber.id });
    if (!row) throw new NotFoundError('purchase', purchase_id);
    return { output: presentPurchase(accountId, row) };
  },
};
