import { isDeepStrictEqual } from 'node:util';
import type { Infer, OrderInput, TimelineEvent } from '@trickle/sdk/contract';
import { findOrder, type OrderRow, putOrder } from '../../store/orders.ts';
import { findSubscriberBy, type SubscriberRow } from '../../store/subscribers.ts';
import { isoTime } from '../../values/iso-time.ts';
import { parseTime } from '../../values/time.ts';
import type { Context } from '../../world/context.ts';
import { recordOnTimeline } from '../events/timeline.ts';
import { invalidAttribute } from '../lookup/errors.ts';
import { applyOrderValue, safely } from './lifetime-value.ts';

type Input = Infer<typeof OrderInput>;
type Attributes = Omit<Input, 'email' | 'id' | 'provider' | 'upstream_id' | 'occurred_at'>;

/** Creates a legacy order, or updates the one that `provider` and `upstream_id` name. */
// Unspecified: U-61
export async function upsertLegacyOrder(
  context: Context,
  { id, email, provider, upstream_id, ...input }: Input,
): Promise<void> {
  const { world, tx, accountId } = context;
  const person = await buyer(context, { id, email });
  const key = { api: 'v2', provider: provider ?? null, externalId: upstream_id || null } as const;
  const before = await findOrder(tx, accountId, key);
  const now = isoTime(world.clock.now());
  const refunded = before?.data.refunded ?? '0';
  const order: OrderRow = {
    ...key,
    id: before?.id ?? world.ids.letters(),
    subscriberId: person.id,
    data: {
      worth: safely(BigInt(input.amount) - BigInt(refunded), 'amount'),
      originatedAt: timeOf(input.occurred_at) ?? before?.data.originatedAt ?? now,
      origin: 'placed',
      refunded,
      attributes: attributesOf(context, input, before?.data.attributes as Attributes), // this rule wrote them
    },
  };
  if (before && isDeepStrictEqual(order, before)) return;
  await putOrder(tx, accountId, order);
  await recordChanges(context, before, order, now);
  const valueBefore = before && { subscriberId: before.subscriberId, value: before.data.worth };
  await applyOrderValue(context, person, valueBefore, order.data.worth, 'amount');
}

/** The person of an order, who must be there already. */
// Unspecified: U-13
async function buyer({ tx, accountId }: Context, { id, email }: Pick<Input, 'id' | 'email'>) {
  const key = id === undefined ? 'email' : 'id';
  const person: SubscriberRow | undefined = await findSubscriberBy(tx, accountId, key, id ?? email ?? '');
  if (!person)
    throw invalidAttribute('unavailable_error', key, 'names nobody; the person of an order must be there');
  return person;
}

/** What is said of an order: members that are left out stay as they were, and so do the ids of its items. */
function attributesOf(
  { world }: Context,
  { occurred_at, closed_at, cancelled_at, items, ...said }: Attributes & Pick<Input, 'occurred_at'>,
  before: Attributes | undefined,
): Attributes {
  return {
    cancelled_at: null,
    ...before,
    ...said,
    ...(closed_at !== undefined && { closed_at: timeOf(closed_at) }),
    ...(cancelled_at !== undefined && { cancelled_at: timeOf(cancelled_at) ?? null }),
    ...(items && {
      items: items.map((item, i) => ({ id: before?.items?.[i]?.id ?? world.ids.letters(), ...item })),
    }),
  };
}

const timeOf = (text: string | null | undefined) => (text ? isoTime(parseTime(text)) : undefined);

/** Records what happened to an order, once per change. */
// Unspecified: U-61
async function recordChanges(context: Context, before: OrderRow | undefined, after: OrderRow, now: string) {
  const was = before?.data.attributes ?? {};
  const { attributes: is, originatedAt } = after.data;
  const at = before ? now : originatedAt;
  const happened: [TimelineEvent, string][] = [[before ? 'Updated an order' : 'Placed an order', at]];
  if (is.financial_state === 'paid' && was.financial_state !== 'paid') happened.push(['Paid an order', at]);
  if (is.fulfillment_state === 'fulfilled' && was.fulfillment_state !== 'fulfilled') {
    happened.push(['Fulfilled an order', at]);
  }
  if (is.cancelled_at && !was.cancelled_at) happened.push(['Canceled an order', String(is.cancelled_at)]);
  const properties = orderProperties(after);
  for (const [action, occurredAt] of happened) {
    await recordOnTimeline(context, { subscriberId: after.subscriberId, action, properties, occurredAt });
  }
}

/** A legacy order as its timeline events show it. */
function orderProperties({ provider, externalId, data }: OrderRow) {
  return {
    ...(provider !== null && { provider }),
    ...(externalId !== null && { upstream_id: externalId }),
    ...data.attributes,
  };
}
