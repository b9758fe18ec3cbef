import { insertJob } from '../store/tables/jobs.ts';
import type { Context } from './context/context.ts';
import { type JobKind, type JobPayloads, NETWORK_KINDS } from './job-kinds.ts';

/** When a job runs, and next to which other jobs. */
export interface JobTerms {
  /** In milliseconds from now. Default: 0. */
  readonly delay?: number | undefined;
  /** In milliseconds since 1970. Default: now plus `delay`. */
  readonly runAt?: number | undefined;
  /** For kinds that need the network: the jobs of a queue share a number of slots. */
  readonly queue?: string | undefined;
  /** The jobs of a lane run one after another, in the order they were enqueued. */
  readonly lane?: string | undefined;
  /** A deduplication key: while a job with the same key and time is waiting, no other is enqueued. */
  readonly key?: string | undefined;
}

/**
 * Enqueues a background job in the transaction of the change that causes it, so that both happen or neither. Returns
 * the job's id.
 */
export async function enqueue<Kind extends JobKind>(
  { services, tx, accountId, place }: Pick<Context, 'services' | 'tx' | 'accountId' | 'place'>,
  kind: Kind,
  payload: JobPayloads[Kind],
  { delay = 0, runAt = services.clock.now() + delay, queue: name = '', lane, key }: JobTerms = {},
): Promise<string> {
  const id = key === undefined ? services.ids.hex() : `${accountId} ${kind} ${key} ${runAt}`;
  const clockId = services.clock.id;
  const queue = NETWORK_KINDS.has(kind) ? `${kind}:${name}` : '';
  await insertJob(tx, { accountId, id, kind, clockId, queue, lane: lane ?? null, runAt, payload, ...place });
  tx.afterCommit(() => services.jobs.wake());
  return id;
}

/** Real milliseconds after which a long job leaves the rest of its work to another transaction. */
export const SLICE = 20;
