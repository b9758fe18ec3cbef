import { upsertLegacyOrder } from '../domain/commerce/legacy-orders.ts';
import { recordPurchase } from '../domain/commerce/purchases.ts';
import type { Context } from '../domain/context/context.ts';
import { recordEvent } from '../domain/custom-events/record.ts';
import { turns } from '../shared/platform/timers.ts';
import type { AccountSeed } from './schema.ts';

/** Applies an account's events, purchases and orders, in several turns of the event loop. Apply subscribers and goals first. */
export async function applyHistory(
  context: Context,
  { events = [], purchases = [], orders = [] }: AccountSeed,
): Promise<void> {
  const pause = turns();
  for (const event of events) {
    await recordEvent(context, event);
    await pause();
  }
  for (const { email, id, ...purchase } of purchases) {
    await recordPurchase(context, email, purchase, id);
    await pause();
  }
  for (const order of orders) {
    await upsertLegacyOrder(context, order);
    await pause();
  }
}
