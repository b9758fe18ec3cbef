import type { Services } from '../domain/context/services.ts';
import type { Transaction } from '../store/engine/store.ts';
import { claimJob, deleteClaimed, deleteJob, type JobRow } from '../store/tables/jobs.ts';
import type { AnyOutsideHandler, JobContext } from './handler.ts';

interface OutsideRunParts {
  readonly services: Services;
  readonly job: JobRow;
  /** Undefined for a job of an unknown kind. */
  readonly handler: AnyOutsideHandler | undefined;
  /** Receives the errors of parts of the work. */
  readonly report: (error: unknown) => void;
  /** Aborts when the run is abandoned. */
  readonly signal: AbortSignal;
}

/** One run of a job that needs the network: it is claimed in one transaction, performed, and ended in another. */
export class OutsideRun {
  readonly #parts: OutsideRunParts;
  /** What to do on the network. Undefined if there is nothing to do. */
  #order: unknown;
  /** Stores the outcome of the network part, or throws its error. */
  #store: (context: JobContext) => Promise<void> = async () => undefined;

  constructor(parts: OutsideRunParts) {
    this.#parts = parts;
  }

  get job(): JobRow {
    return this.#parts.job;
  }

  /** Whether the job has a network part. Known once it is claimed. */
  get needsNetwork(): boolean {
    return this.#order !== undefined;
  }

  get isAbandoned(): boolean {
    return this.#parts.signal.aborted;
  }

  /** Claims and prepares the job. Returns whether it was there. */
  async claim(tx: Transaction): Promise<boolean> {
    const { services, job, handler } = this.#parts;
    this.#order = undefined;
    if (this.isAbandoned || !(await claimJob(tx, job, services.instance))) return false;
    if (!handler) throw new Error(`No handler for jobs of kind ${job.kind}.`);
    this.#order = await handler.prepare(this.#contextIn(tx), job.payload as never, job.id); // the queue wrote kind and payload
    if (this.#order === undefined) await deleteJob(tx, job);
    return true;
  }

  /** Performs the network part. Never rejects. */
  async perform(): Promise<void> {
    const { services, job, handler, signal } = this.#parts;
    try {
      const outcome: unknown = await handler?.perform(this.#order, services, signal);
      this.#store = async (context) => handler?.finish(context, job.payload as never, outcome, job.id); // as in `claim`
    } catch (error) {
      this.#store = async () => {
        throw error; // sets the job aside
      };
    }
  }

  /** Ends the job with the outcome of its network part. Returns whether it was still claimed. */
  async finish(tx: Transaction): Promise<boolean> {
    const { services, job } = this.#parts;
    if (this.isAbandoned || !(await deleteClaimed(tx, job, services.instance))) return false;
    await this.#store(this.#contextIn(tx));
    return true;
  }

  /** Forgets what was prepared, after its transaction has failed. */
  forget(): void {
    this.#order = undefined;
  }

  #contextIn(tx: Transaction): JobContext {
    const { services, job, report } = this.#parts;
    const { accountId, cause } = job;
    return { services: services.forAccount(accountId), tx, accountId, cause, report };
  }
}
