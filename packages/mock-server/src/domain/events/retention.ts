import type { Transaction } from '../../store/engine/store.ts';
import { type Kept, MAX_PRUNED } from '../../store/engine/table.ts';
import { conversions } from '../../store/tables/conversions.ts';
import { events } from '../../store/tables/events.ts';
import type { AccountTransaction, Context } from '../context/context.ts';
import type { Services } from '../context/services.ts';

/** The upper limit of the average overshoot before pruning: less than pruning deletes, so that the overshoot ends. */
const MAX_OVERSHOOT = MAX_PRUNED / 2;

/** Randomly decides whether to prune after `added` rows, so that the overshoot averages a tenth of `limit`. */
export const isTimeToPrune = ({ random }: Pick<Services, 'random'>, limit: number, added = 1): boolean =>
  random() * Math.min(MAX_OVERSHOOT, limit / 10) < added;

/** Prunes an account's oldest rows of a table from time to time, after some were added. */
export function prune(
  { services, tx, accountId }: AccountTransaction,
  table: { readonly kept: Kept; prune(tx: Transaction, accountId: string, kept: number): Promise<number> },
  added = 1,
): Promise<number> | undefined {
  const kept = typeof table.kept === 'number' ? table.kept : services.retention[table.kept];
  return isTimeToPrune(services, kept, added) ? table.prune(tx, accountId, kept) : undefined;
}

/** Events retained per unidentified visitor. */
const EVENTS_OF_VISITOR = 10_000;

/** Prunes the oldest events and conversions from pages from time to time. */
// Unspecified: U-133
export async function prunePageEvents(
  { services, tx, accountId }: Context,
  visitorUuid: string,
): Promise<void> {
  const { events: kept } = services.retention;
  if (isTimeToPrune(services, EVENTS_OF_VISITOR)) {
    const rows = { where: { visitorUuid }, condition: 'subscriber_id is null' };
    await events.prune(tx, accountId, EVENTS_OF_VISITOR, rows);
  }
  if (!isTimeToPrune(services, kept)) return;
  await events.prune(tx, accountId, kept);
  await conversions.prune(tx, accountId, kept);
}
