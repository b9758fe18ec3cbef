import { keepNewestEventsOf } from '../../store/events.ts';
import { keepNewestWhere, prune } from '../../store/prune.ts';
import { keepNewestVisitors, keepNewestVisitorsOf } from '../../store/visitors.ts';
import type { Context } from '../../world/context.ts';
import type { World } from '../../world/world.ts';

/** The upper limit of the average overshoot before pruning, since the whole overshoot is deleted at once. */
const MAX_OVERSHOOT = 5000;

/** Randomly decides whether to prune after `added` rows, so that the overshoot averages a tenth of `limit`. */
export const isTimeToPrune = ({ random }: Pick<World, 'random'>, limit: number, added = 1): boolean =>
  random() * Math.min(MAX_OVERSHOOT, limit / 10) < added;

/** Prunes an account's oldest events from time to time. */
export async function pruneEvents({ world, tx, accountId }: Context): Promise<void> {
  const { events } = world.retention;
  if (isTimeToPrune(world, events)) await prune(tx, 'domain_events', accountId, events);
}

/** Prunes an account's oldest outcomes from time to time. */
export async function pruneOutcomes(
  { world, tx, accountId }: Omit<Context, 'source'>,
  added: number,
): Promise<void> {
  const { outcomes } = world.retention;
  if (isTimeToPrune(world, outcomes, added)) await prune(tx, 'outcomes', accountId, outcomes);
}

/** Events retained per unidentified visitor. */
const EVENTS_OF_VISITOR = 10_000;
/** Products retained that only pages have reported. */
const PRODUCTS_OF_PAGES = 10_000;
/** Visitors retained per subscriber. Each browser is one. */
const VISITORS_OF_SUBSCRIBER = 100;

const OF_PAGES = 'visitor_uuid is not null';

/** Prunes the oldest unidentified visitors from time to time. */
// Unspecified: U-133
export async function trimVisitors({ world, tx, accountId }: Context): Promise<void> {
  const { events } = world.retention;
  if (isTimeToPrune(world, events)) await keepNewestVisitors(tx, accountId, events);
}

/** Prunes a subscriber's oldest visitors: pages can identify any number of browsers as one subscriber. */
// Unspecified: U-133
export async function trimVisitorsOf(
  { tx, accountId }: Context,
  subscriberId: string,
  but: string,
): Promise<void> {
  await keepNewestVisitorsOf(tx, accountId, subscriberId, { but, kept: VISITORS_OF_SUBSCRIBER });
}

/** Prunes the oldest events and conversions from pages from time to time. */
// Unspecified: U-133
export async function trimPageEvents({ world, tx, accountId }: Context, visitorUuid: string): Promise<void> {
  const { events } = world.retention;
  if (isTimeToPrune(world, EVENTS_OF_VISITOR)) {
    await keepNewestEventsOf(tx, accountId, visitorUuid, EVENTS_OF_VISITOR);
  }
  if (!isTimeToPrune(world, events)) return;
  await keepNewestWhere(tx, 'events', accountId, events, OF_PAGES);
  await keepNewestWhere(tx, 'conversions', accountId, events, OF_PAGES);
}

/** Prunes the oldest form submissions from time to time. */
// Unspecified: U-133
export async function trimFormSubmissions({ world, tx, accountId }: Context): Promise<void> {
  const { events } = world.retention;
  if (isTimeToPrune(world, events)) await keepNewestWhere(tx, 'form_submissions', accountId, events, 'true');
}

/** Prunes the oldest products that only pages have reported from time to time. `provider` marks them. */
// Unspecified: U-133
export async function trimPageProducts({ world, tx, accountId }: Context, provider: string): Promise<void> {
  if (!isTimeToPrune(world, PRODUCTS_OF_PAGES)) return;
  await keepNewestWhere(tx, 'products', accountId, PRODUCTS_OF_PAGES, `provider = '${provider}'`);
}
