import type { Context } from '../domain/context.ts';
import { insertJob } from '../store/jobs.ts';
import type { JobKind, JobPayloads } from './kinds.ts';

/**
 * Accepts work for the background, in the transaction of the change that causes it: both happen or neither.
 * Tells the job's id. `delay` is in milliseconds; without one the job is due at once.
 */
export async function enqueue<Kind extends JobKind>(
  { world, tx, accountId }: Context,
  kind: Kind,
  payload: JobPayloads[Kind],
  delay = 0,
): Promise<string> {
  const id = world.ids.hex();
  await insertJob(tx, { accountId, id, kind, runAt: world.clock.now() + delay, payload });
  world.jobs.poke();
  return id;
}
