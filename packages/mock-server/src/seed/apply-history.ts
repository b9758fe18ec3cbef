import { upsertLegacyOrder } from '../domain/commerce/legacy-orders.ts';
import { recordPurchase } from '../domain/commerce/purchases.ts';
import type { Context } from '../domain/context/context.ts';
import { recordEvent } from '../domain/custom-events/record.ts';
import type { AccountSeed } from './schema.ts';

/** Applies an account's events, purchases and orders. Apply subscribers and goals first. */
export async function applyHistory(
  context: Context,
  { events = [], purchases = [], orders = [] }: AccountSeed,
): Promise<void> {
  for (const event of events) await recordEvent(context, event);
  for (const { email, id, ...purchase } of purchases) await recordPurchase(context, email, purchase, id);
  for (const order of orders) await upsertLegacyOrder(context, order);
}
