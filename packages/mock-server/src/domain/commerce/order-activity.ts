import type { Infer, OrderActivity } from '@trickle/sdk/contract';
import { centsOf, decimalOf, minus, plus, textOf } from '../../shared/values/decimal.ts';
import { isoTime, parseTime } from '../../shared/values/time.ts';
import { findOrder, type OrderData, putOrder } from '../../store/tables/commerce.ts';
import type { Context } from '../context/context.ts';
import { safely } from '../records/safe-integer.ts';
import { applyOrderValue } from './lifetime-value.ts';
import { ownAttributes, recordActivity, shopperOf } from './shopper.ts';

type Activity = Infer<typeof OrderActivity>;

const events = {
  placed: 'Placed an order',
  updated: 'Updated an order',
  paid: 'Paid an order',
  fulfilled: 'Fulfilled an order',
  refunded: 'Refunded an order',
  canceled: 'Canceled an order',
} as const;

const noTotals = {
  grand_total: 0,
  total_discounts: 0,
  total_taxes: 0,
  total_fees: 0,
  total_shipping: 0,
  items: [],
};

/** Records an order activity and updates the order. Omitted members keep their values. */
export async function recordOrderActivity(
  context: Context,
  activity: Activity,
  receivedAt: number,
): Promise<void> {
  const { services, tx, accountId } = context;
  const { provider, order_id: externalId } = activity;
  const subscriber = await shopperOf(context, activity);
  const received = { subscriber, activity, receivedAt };
  if (!(await recordActivity(context, events[activity.action], received))) return;
  const before = await findOrder(tx, accountId, { api: 'v3', provider, externalId });
  const data = { ...originOf(activity, before?.data, receivedAt), ...moneyOf(activity, before?.data) };
  const id = before?.id ?? services.ids.letters();
  await putOrder(tx, accountId, { api: 'v3', id, subscriberId: subscriber.id, provider, externalId, data });
  const valueBefore = before && { subscriberId: before.subscriberId, value: before.data.worth };
  await applyOrderValue(
    context,
    valueBefore,
    { subscriber, value: data.worth },
    {
      attribute: 'grand_total',
      reason: `Order ${externalId}: ${activity.action}`,
      orderId: id,
    },
  );
}

/** When the order originated: when it was placed or, if that is unknown, when its first activity was received. */
// Unspecified: U-69
function originOf(
  { action, occurred_at }: Activity,
  before: OrderData | undefined,
  receivedAt: number,
): Pick<OrderData, 'origin' | 'originatedAt'> {
  if (action === 'placed' && before?.origin !== 'placed') {
    const placedAt = occurred_at === undefined ? receivedAt : parseTime(occurred_at);
    return { origin: 'placed', originatedAt: isoTime(placedAt) };
  }
  if (before) return { origin: before.origin, originatedAt: before.originatedAt };
  return { origin: 'received', originatedAt: isoTime(receivedAt) };
}

/** The order's value: its total minus refunds, which only the actions `refunded` and `canceled` add. */
// Unspecified: U-63
function moneyOf(
  activity: Activity,
  before: OrderData | undefined,
): Pick<OrderData, 'worth' | 'refunded' | 'attributes'> {
  const { refund_amount, ...members } = ownAttributes(activity);
  const attributes = { ...noTotals, ...before?.attributes, ...members };
  const isRefund = activity.action === 'refunded' || activity.action === 'canceled';
  const refund = decimalOf((isRefund && activity.refund_amount) || 0);
  const refunded = plus(decimalOf(before?.refunded ?? 0), refund);
  const value = centsOf(minus(decimalOf(attributes.grand_total), refunded));
  return { worth: safely(value, 'grand_total'), refunded: textOf(refunded), attributes };
}
