import { keepNewest } from '../store/keep-newest.ts';
import type { World } from '../world.ts';
import type { Context } from './context.ts';

/** How many more than are kept come on average before the oldest go: a tenth, but no more, since all go at once. */
const MOST_BETWEEN = 5000;

/** Whether it is time to let go of the oldest of a ledger that keeps so many, since some more were added. */
export const isTimeToTrim = ({ chance }: Pick<World, 'chance'>, kept: number, added = 1): boolean =>
  chance() * Math.min(MOST_BETWEEN, kept / 10) < added;

/** Lets go of the oldest events of an account, once in a while. */
export async function trimEvents({ world, tx, accountId }: Context): Promise<void> {
  const { events } = world.kept;
  if (isTimeToTrim(world, events)) await keepNewest(tx, 'domain_events', accountId, events);
}

/** Lets go of an account's oldest outcomes, once in a while. */
export async function trimOldOutcomes(
  { world, tx, accountId }: Omit<Context, 'source'>,
  added: number,
): Promise<void> {
  const { outcomes } = world.kept;
  if (isTimeToTrim(world, outcomes, added)) await keepNewest(tx, 'outcomes', accountId, outcomes);
}
