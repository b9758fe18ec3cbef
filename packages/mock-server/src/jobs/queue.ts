import { insertJob } from '../store/jobs.ts';
import type { Context } from '../world/context.ts';
import { type JobKind, type JobPayloads, OUTSIDE_KINDS } from './kinds.ts';

/** When and beside which other work a job is done. */
export interface JobTerms {
  /** In milliseconds from now on; without it, and without `runAt`, the job is due at once. */
  readonly delay?: number | undefined;
  /** In milliseconds since 1970. */
  readonly runAt?: number | undefined;
  /** For kinds that need the network: those of one queue share a number of slots. */
  readonly queue?: string | undefined;
  /** Jobs of one lane are done one after another, in the order in which they were accepted. */
  readonly lane?: string | undefined;
  /** Names what is to be done at this time: nothing is accepted while a job of this name is waiting. */
  readonly key?: string | undefined;
}

/**
 * Accepts work for the background, in the transaction of the change that causes it: both happen or neither.
 * Tells the job's id.
 */
export async function enqueue<Kind extends JobKind>(
  { world, tx, accountId }: Pick<Context, 'world' | 'tx' | 'accountId'>,
  kind: Kind,
  payload: JobPayloads[Kind],
  { delay = 0, runAt = world.clock.now() + delay, queue: name = '', lane, key }: JobTerms = {},
): Promise<string> {
  const id = key === undefined ? world.ids.hex() : `${accountId} ${kind} ${key} ${runAt}`;
  const clockId = world.clock.id;
  const queue = OUTSIDE_KINDS.has(kind) ? `${kind}:${name}` : '';
  await insertJob(tx, { accountId, id, kind, clockId, queue, lane: lane ?? null, runAt, payload });
  world.jobs.wake();
  return id;
}
