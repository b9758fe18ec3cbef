import { isOutage } from '../store/errors.ts';
import { claimJob, deleteClaimed, deleteJob, failJob, type JobRow } from '../store/jobs.ts';
import type { Transaction } from '../store/store.ts';
import type { World } from '../world/world.ts';
import type { AnyOutsideHandler, JobContext } from './handler.ts';

interface OutsideRunParts {
  readonly world: World;
  readonly job: JobRow;
  /** Undefined for a job of an unknown kind. */
  readonly handler: AnyOutsideHandler | undefined;
  /** Receives the error of a job that fails. */
  readonly report: (error: unknown) => void;
  /** Aborts when the run is abandoned. */
  readonly signal: AbortSignal;
}

/** One run of a job that needs the network: a transaction that claims it, its network part, and a transaction that ends it. */
export class OutsideRun {
  readonly #parts: OutsideRunParts;
  /** The result of the first transaction: what to do on the network. Undefined if there is nothing to do. */
  #order: unknown;

  constructor(parts: OutsideRunParts) {
    this.#parts = parts;
  }

  /** Whether the job has a network part. Known once it is claimed. */
  get needsNetwork(): boolean {
    return this.#order !== undefined;
  }

  get isAbandoned(): boolean {
    return this.#parts.signal.aborted;
  }

  /** Claims and prepares the job if it may still start. Returns whether it was there. */
  claim(mayStart: () => boolean): Promise<boolean> {
    const { world, job, handler } = this.#parts;
    const take = async (tx: Transaction) =>
      !this.isAbandoned && mayStart() && claimJob(tx, job, world.instance);
    return this.#attempt(take, async (context) => {
      if (!handler) throw new Error(`No handler for jobs of kind ${job.kind}.`);
      this.#order = await handler.prepare(context, job.payload as never, job.id); // the queue wrote kind and payload
      if (this.#order === undefined) await deleteJob(context.tx, job);
    });
  }

  /** Performs the network part. Returns a function that ends the job, with its outcome or its error. */
  async perform(): Promise<() => Promise<unknown>> {
    const { world, job, handler, signal } = this.#parts;
    const take = async (tx: Transaction) => !this.isAbandoned && deleteClaimed(tx, job, world.instance);
    const end = (work: (context: JobContext) => Promise<void>) => () => this.#attempt(take, work);
    try {
      const outcome: unknown = await handler?.perform(this.#order, world, signal);
      return end(async (context) => handler?.finish(context, job.payload as never, outcome, job.id)); // as in `claim`
    } catch (error) {
      return end(async () => {
        throw error; // sets the job aside
      });
    }
  }

  /**
   * Runs one transaction of the job if `take` returns true. A job that fails is set aside. Rejects on an outage. Returns
   * whether the job was there.
   */
  async #attempt(
    take: (tx: Transaction) => Promise<boolean>,
    work: (context: JobContext) => Promise<void>,
  ): Promise<boolean> {
    const { world, job, report } = this.#parts;
    const { accountId, cause } = job;
    let isTaken = false;
    try {
      return await world.store.write(async (tx) => {
        isTaken = await take(tx);
        if (isTaken) await work({ world: world.of(accountId), tx, accountId, cause });
        return isTaken;
      }, accountId);
    } catch (error) {
      if (!isTaken || isOutage(error)) throw error;
      report(error);
      await world.store.write((tx) => failJob(tx, job, String(error)), accountId);
      return true;
    }
  }
}
