import { keepNewestEventsOf } from '../../store/events.ts';
import { keepNewestWhere, prune } from '../../store/prune.ts';
import { keepNewestVisitors, keepNewestVisitorsOf } from '../../store/visitors.ts';
import type { Context } from '../../world/context.ts';
import type { World } from '../../world/world.ts';

/** How many more than are kept come on average before the oldest go: a tenth, but no more, since all go at once. */
const MAX_OVERSHOOT = 5000;

/** Whether it is time to let go of the oldest of a ledger that keeps so many, since some more were added. */
export const isTimeToPrune = ({ random: chance }: Pick<World, 'random'>, kept: number, added = 1): boolean =>
  chance() * Math.min(MAX_OVERSHOOT, kept / 10) < added;

/** Lets go of the oldest events of an account, once in a while. */
export async function pruneEvents({ world, tx, accountId }: Context): Promise<void> {
  const { events } = world.retention;
  if (isTimeToPrune(world, events)) await prune(tx, 'domain_events', accountId, events);
}

/** Lets go of an account's oldest outcomes, once in a while. */
export async function pruneOutcomes(
  { world, tx, accountId }: Omit<Context, 'source'>,
  added: number,
): Promise<void> {
  const { outcomes } = world.retention;
  if (isTimeToPrune(world, outcomes, added)) await prune(tx, 'outcomes', accountId, outcomes);
}

/** As many events are kept of a visitor whom nobody knows. */
const EVENTS_OF_VISITOR = 10_000;
/** As many products are kept that only pages have named. */
const PRODUCTS_OF_PAGES = 10_000;
/** As many visitors are kept of a subscriber: each browser is one. */
const VISITORS_OF_SUBSCRIBER = 100;

const OF_PAGES = 'visitor_uuid is not null';

/** Deletes the oldest visitors whom nobody knows, once in a while. */
// Unspecified: U-133
export async function trimVisitors({ world, tx, accountId }: Context): Promise<void> {
  const { events } = world.retention;
  if (isTimeToPrune(world, events)) await keepNewestVisitors(tx, accountId, events);
}

/** Deletes the oldest visitors of a subscriber: pages can name anybody, from any number of browsers. */
// Unspecified: U-133
export async function trimVisitorsOf(
  { tx, accountId }: Context,
  subscriberId: string,
  but: string,
): Promise<void> {
  await keepNewestVisitorsOf(tx, accountId, subscriberId, { but, kept: VISITORS_OF_SUBSCRIBER });
}

/** Deletes the oldest events and conversions that came from pages, once in a while. */
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

/** Deletes the oldest submissions of forms, once in a while. */
// Unspecified: U-133
export async function trimFormSubmissions({ world, tx, accountId }: Context): Promise<void> {
  const { events } = world.retention;
  if (isTimeToPrune(world, events)) await keepNewestWhere(tx, 'form_submissions', accountId, events, 'true');
}

/** Deletes the oldest products that only pages have named, once in a while; `provider` is theirs. */
// Unspecified: U-133
export async function trimPageProducts({ world, tx, accountId }: Context, provider: string): Promise<void> {
  if (!isTimeToPrune(world, PRODUCTS_OF_PAGES)) return;
  await keepNewestWhere(tx, 'products', accountId, PRODUCTS_OF_PAGES, `provider = '${provider}'`);
}
