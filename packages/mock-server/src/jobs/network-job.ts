import type { Services } from '../domain/context/services.ts';
import type { Transaction } from '../store/engine/store.ts';
import type { JobRow } from '../store/tables/jobs.ts';
import type { AnyNetworkHandler, JobContext } from './handler.ts';

interface NetworkJobParts {
  readonly services: Services;
  readonly job: JobRow;
  /** Undefined for a job of an unknown kind. */
  readonly handler: AnyNetworkHandler | undefined;
  /** Receives the errors of parts of the work. */
  readonly report: (error: unknown) => void;
  /** Aborts when the run is abandoned. */
  readonly signal: AbortSignal;
}

/** One run of a job that needs the network: it is prepared in one transaction, performed, and stored in another. */
export class NetworkJob {
  readonly #parts: NetworkJobParts;
  /** The work on the network. Undefined if there is nothing to do. */
  #order: unknown;
  /** Stores the outcome of the network part, or throws its error. */
  #store: (context: JobContext) => Promise<void> = async () => undefined;

  constructor(parts: NetworkJobParts) {
    this.#parts = parts;
  }

  get job(): JobRow {
    return this.#parts.job;
  }

  get isAbandoned(): boolean {
    return this.#parts.signal.aborted;
  }

  /** Finds out what to do on the network. */
  async prepare(tx: Transaction): Promise<void> {
    const { job, handler } = this.#parts;
    if (!handler) throw new Error(`No handler for jobs of kind ${job.kind}.`);
    this.#order = await handler.prepare(this.#contextIn(tx), job.payload as never, job.id); // the queue wrote kind and payload
  }

  /** Performs the network part, if there is one. Never rejects. */
  async perform(): Promise<void> {
    const { services, job, handler, signal } = this.#parts;
    if (this.#order === undefined) return;
    try {
      const outcome: unknown = await handler?.perform(this.#order, services, signal);
      this.#store = async (context) => handler?.finish(context, job.payload as never, outcome, job.id); // as in `prepare`
    } catch (error) {
      this.#store = async () => {
        throw error; // sets the job aside
      };
    }
  }

  /** Stores the outcome of the network part. */
  store(tx: Transaction): Promise<void> {
    return this.#store(this.#contextIn(tx));
  }

  #contextIn(tx: Transaction): JobContext {
    const { services, job, report } = this.#parts;
    const { accountId, root, parent } = job;
    return { services: services.forAccount(accountId), tx, accountId, place: { root, parent }, report };
  }
}
