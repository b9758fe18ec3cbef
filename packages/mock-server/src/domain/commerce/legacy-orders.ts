import { isDeepStrictEqual } from 'node:util';
import type { Infer, OrderInput, TimelineEvent } from '@trickle/sdk/contract';
import { isoTime, parseTime } from '../../shared/values/time.ts';
import type { ReadonlyValues } from '../../store/records/with-defaults.ts';
import { findOrder, type OrderRow } from '../../store/tables/commerce.ts';
import { findSubscriberBy, type SubscriberRow } from '../../store/tables/subscribers.ts';
import type { Context } from '../context/context.ts';
import { invalidAttribute } from '../errors.ts';
import { recordOnTimeline } from '../events/timeline.ts';
import { safely } from '../records/safe-integer.ts';
import { storeOrder } from './lifetime-value.ts';

type Input = ReadonlyValues<Infer<typeof OrderInput>>;
type Attributes = Omit<Input, 'email' | 'id' | 'provider' | 'upstream_id' | 'occurred_at'>;

/** Creates a legacy order, or updates the one with this `provider` and `upstream_id`. */
// Unspecified: U-61
export async function upsertLegacyOrder(
  context: Context,
  { id, email, provider, upstream_id, ...input }: Input,
): Promise<void> {
  const { services, tx, accountId } = context;
  const subscriber = await buyer(context, { id, email });
  const key = { api: 'v2', provider: provider ?? null, externalId: upstream_id || null } as const;
  const before = await findOrder(tx, accountId, key);
  const now = isoTime(services.clock.now());
  const refunded = before?.data.refunded ?? '0';
  const order: OrderRow = {
    ...key,
    id: before?.id ?? services.ids.letters(),
    subscriberId: subscriber.id,
    data: {
      worth: safely(BigInt(input.amount) - BigInt(refunded), 'amount'),
      originatedAt: timeOf(input.occurred_at) ?? before?.data.originatedAt ?? now,
      origin: 'placed',
      refunded,
      attributes: attributesOf(context, input, before?.data.attributes as Attributes), // written by this function
    },
  };
  if (before && isDeepStrictEqual(order, before)) return;
  await recordChanges(context, before, order, now);
  const reason = `Order ${order.externalId ?? order.id}`;
  await storeOrder(context, before, order, { subscriber, attribute: 'amount', reason });
}

/** Finds the subscriber of an order, who must exist already. */
// Unspecified: U-13
async function buyer({ tx, accountId }: Context, { id, email }: Pick<Input, 'id' | 'email'>) {
  const key = id === undefined ? 'email' : 'id';
  const subscriber: SubscriberRow | undefined = await findSubscriberBy(tx, accountId, key, id ?? email ?? '');
  if (!subscriber) throw invalidAttribute('unavailable_error', key, 'must belong to an existing subscriber');
  return subscriber;
}

/** Merges attributes into those of an order. Omitted members and the ids of items keep their values. */
function attributesOf(
  { services }: Context,
  { occurred_at, closed_at, cancelled_at, items, ...members }: Attributes & Pick<Input, 'occurred_at'>,
  before: Attributes | undefined,
): Attributes {
  return {
    cancelled_at: null,
    ...before,
    ...members,
    ...(closed_at !== undefined && { closed_at: timeOf(closed_at) }),
    ...(cancelled_at !== undefined && { cancelled_at: timeOf(cancelled_at) ?? null }),
    ...(items && {
      items: items.map((item, i) => ({ id: before?.items?.[i]?.id ?? services.ids.letters(), ...item })),
    }),
  };
}

const timeOf = (text: string | null | undefined) => (text ? isoTime(parseTime(text)) : undefined);

/** Records the timeline events of an order, one per change. */
// Unspecified: U-61
async function recordChanges(context: Context, before: OrderRow | undefined, after: OrderRow, now: string) {
  const was = before?.data.attributes ?? {};
  const { attributes: is, originatedAt } = after.data;
  const at = before ? now : originatedAt;
  const changes: [TimelineEvent, string][] = [[before ? 'Updated an order' : 'Placed an order', at]];
  if (is.financial_state === 'paid' && was.financial_state !== 'paid') changes.push(['Paid an order', at]);
  if (is.fulfillment_state === 'fulfilled' && was.fulfillment_state !== 'fulfilled') {
    changes.push(['Fulfilled an order', at]);
  }
  if (is.cancelled_at && !was.cancelled_at) changes.push(['Canceled an order', String(is.cancelled_at)]);
  const properties = orderProperties(after);
  for (const [action, occurredAt] of changes) {
    await recordOnTimeline(context, { subscriberId: after.subscriberId, action, properties, occurredAt });
  }
}

function orderProperties({ provider, externalId, data }: OrderRow) {
  return {
    ...(provider !== null && { provider }),
    ...(externalId !== null && { upstream_id: externalId }),
    ...data.attributes,
  };
}
