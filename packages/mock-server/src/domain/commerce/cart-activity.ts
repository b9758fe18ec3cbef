import type { CartActivity, Infer } from '@trickle/sdk/contract';
import { carts } from '../../store/tables/commerce.ts';
import type { Context } from '../context/context.ts';
import { ownAttributes, recordActivity, shopperOf } from './shopper.ts';

const events = { created: 'Created a cart', updated: 'Updated a cart' } as const;

/** Records a cart activity and updates the cart. Omitted members keep their values. */
export async function recordCartActivity(
  context: Context,
  activity: Infer<typeof CartActivity>,
  receivedAt: number,
): Promise<void> {
  const { tx, accountId } = context;
  const subscriber = await shopperOf(context, activity);
  const received = { subscriber, activity, receivedAt };
  if (!(await recordActivity(context, events[activity.action], received))) return;
  const { provider, cart_id: cartId } = activity;
  const before = await carts.find(tx, accountId, { provider, cartId });
  const attributes = {
    grand_total: 0,
    total_discounts: 0,
    items: [],
    ...before?.attributes,
    ...ownAttributes(activity),
  };
  const cart = { provider, cartId, subscriberId: subscriber.id, attributes };
  await carts.put(tx, accountId, cart, ['provider', 'cartId']);
}
