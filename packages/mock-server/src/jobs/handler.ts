import type { AccountTransaction } from '../domain/context/context.ts';
import type { Services } from '../domain/context/services.ts';
import type { JobKind, JobPayloads } from '../domain/queue.ts';

/** The context of a job: one account within one transaction. Domain functions also require a source. */
export interface JobContext extends AccountTransaction {
  /** Reports an error of a part of the work. The other parts continue. */
  report(error: unknown): void;
}

/**
 * Handles a job that only needs the database, in the transaction that also removes the job from the queue. All accounts
 * can wait for that transaction, so a long job does a part of its work, and returns the payload to go on with in another.
 */
export type DatabaseHandler<Kind extends JobKind> = (
  context: JobContext,
  payload: JobPayloads[Kind],
  jobId: string,
) => Promise<JobPayloads[Kind] | undefined> | Promise<void>;

/**
 * Handles a job that needs the network, on which no transaction may wait. The job is prepared in one transaction,
 * performed outside of any, and finished in another. If the process dies in between, it is repeated. Its kind is one of
 * the `NETWORK_KINDS`.
 */
export interface NetworkHandler<Kind extends JobKind, NetworkTask = never, Outcome = never> {
  /** The most jobs of a queue that may run at a time. */
  readonly perQueue: number;
  /**
   * Returns the order to perform, or undefined if there is nothing left to do. Only reads: the jobs of all accounts are
   * prepared in one transaction, without the lock of the account. `finish` can tell what is no longer so.
   */
  prepare(context: JobContext, payload: JobPayloads[Kind], jobId: string): Promise<NetworkTask | undefined>;
  /** Performs the order. Never rejects. The signal aborts when the server closes or resets. */
  perform(order: NetworkTask, services: Services, signal: AbortSignal): Promise<Outcome>;
  /** Stores the outcome. May enqueue another attempt. */
  finish(context: JobContext, payload: JobPayloads[Kind], outcome: Outcome, jobId: string): Promise<void>;
}

/** A handler whose order and outcome types are opaque to the runner. */
// biome-ignore lint/suspicious/noExplicitAny: what `prepare` gives is what `perform` takes; the runner only carries it
export type AnyNetworkHandler<Kind extends JobKind = JobKind> = NetworkHandler<Kind, any, any>;

type Handler<Kind extends JobKind> = DatabaseHandler<Kind> | AnyNetworkHandler<Kind>;

export type Handlers = { readonly [Kind in JobKind]: Handler<Kind> };
