import type { CartActivity, Infer } from '@trickle/sdk/contract';
import { findCart, putCart } from '../../store/carts.ts';
import type { Context } from '../../world/context.ts';
import { ownAttributes, recordActivity, shopperOf } from './shopper.ts';

const events = { created: 'Created a cart', updated: 'Updated a cart' } as const;

/** Does what happened to a cart; members that are left out stay as they were. */
export async function recordCartActivity(
  context: Context,
  activity: Infer<typeof CartActivity>,
  receivedAt: number,
): Promise<void> {
  const { tx, accountId } = context;
  const person = await shopperOf(context, activity);
  if (!(await recordActivity(context, person, events[activity.action], activity, receivedAt))) return;
  const { provider, cart_id: cartId } = activity;
  const before = await findCart(tx, accountId, provider, cartId);
  const attributes = {
    grand_total: 0,
    total_discounts: 0,
    items: [],
    ...before?.attributes,
    ...ownAttributes(activity),
  };
  await putCart(tx, accountId, { provider, cartId, subscriberId: person.id, attributes });
}
