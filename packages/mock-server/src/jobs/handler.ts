import type { Context } from '../world/context.ts';
import type { World } from '../world/world.ts';
import type { JobKind, JobPayloads } from './kinds.ts';

/** What a job works with: one account, within one transaction. Rules that it calls want a source as well. */
export type JobContext = Omit<Context, 'source'>;

/** A job that needs the database only: it is done in the one transaction that also takes it off the queue. */
export type InsideHandler<Kind extends JobKind> = (
  context: JobContext,
  payload: JobPayloads[Kind],
  jobId: string,
) => Promise<void>;

/**
 * A job that needs the network, which no transaction may wait for. It is prepared in one transaction, done outside
 * of any, and finished in another; a process that dies in between does it again. Its kind is one of the `OUTSIDE_KINDS`.
 */
export interface OutsideHandler<Kind extends JobKind, Order = never, Outcome = never> {
  /** How many jobs of one queue may be under way at a time. */
  readonly perQueue: number;
  /** Tells what is to be done; undefined when there is nothing to do any more. */
  prepare(context: JobContext, payload: JobPayloads[Kind], jobId: string): Promise<Order | undefined>;
  /** Does it. Never rejects; the signal says that the server closes or begins anew, and nobody will ask. */
  perform(order: Order, world: World, signal: AbortSignal): Promise<Outcome>;
  /** Writes down what came of it, and may accept another attempt. */
  finish(context: JobContext, payload: JobPayloads[Kind], outcome: Outcome, jobId: string): Promise<void>;
}

/** A handler whose order and outcome only itself knows. */
// biome-ignore lint/suspicious/noExplicitAny: what `prepare` gives is what `perform` takes; the runner only carries it
export type AnyOutsideHandler<Kind extends JobKind = JobKind> = OutsideHandler<Kind, any, any>;

type Handler<Kind extends JobKind> = InsideHandler<Kind> | AnyOutsideHandler<Kind>;

/** What does each kind of job. */
export type Handlers = { readonly [Kind in JobKind]: Handler<Kind> };
