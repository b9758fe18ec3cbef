import type { Infer, PurchaseInput } from '@trickle/sdk/contract';
import { isoTime, parseTime } from '../../shared/values/time.ts';
import type { ReadonlyValues } from '../../store/records/with-defaults.ts';
import { type PurchaseRow, purchases } from '../../store/tables/commerce.ts';
import type { Context } from '../context/context.ts';
import { findSubscriber } from '../records/subscriber.ts';
import { addToLifetimeValue } from './lifetime-value.ts';

/** Records a subscriber's purchase and adds its amount to their lifetime value. */
// Unspecified: U-10
export async function recordPurchase(
  context: Context,
  idOrEmail: string,
  { occurred_at, items = [], properties = {}, ...purchase }: ReadonlyValues<Infer<typeof PurchaseInput>>,
  id = context.services.ids.letters(),
): Promise<PurchaseRow> {
  const { services, tx, accountId } = context;
  const subscriber = await findSubscriber(context, idOrEmail);
  const row: PurchaseRow = {
    id,
    subscriberId: subscriber.id,
    occurredAt: isoTime(occurred_at === undefined ? services.clock.now() : parseTime(occurred_at)),
    data: {
      ...purchase,
      properties,
      items: items.map(({ quantity = 1, properties = {}, ...item }) => ({
        ...item,
        id: services.ids.letters(),
        quantity,
        properties,
      })),
    },
  };
  await purchases.insert(tx, accountId, row);
  await addToLifetimeValue(context, subscriber, BigInt(purchase.amount), {
    attribute: 'amount',
    reason: `Purchase ${purchase.order_id ?? id}`,
  });
  return row;
}
