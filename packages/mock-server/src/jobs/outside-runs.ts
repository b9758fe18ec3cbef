import type { Services } from '../domain/context/services.ts';
import type { JobKind } from '../domain/job-kinds.ts';
import { isOutage } from '../store/engine/errors.ts';
import type { Store } from '../store/engine/store.ts';
import { failJob, type JobRow } from '../store/tables/jobs.ts';
import type { AnyOutsideHandler } from './handler.ts';
import { OutsideRun } from './outside-run.ts';

/** How many jobs may use the network at a time: of all accounts, and of one, which leaves some to the others. */
const [MAX_OUTSIDE, MAX_OF_ACCOUNT] = [64, 32];

interface OutsideRunsSettings {
  readonly store: () => Store;
  readonly handlerOf: (kind: JobKind) => AnyOutsideHandler | undefined;
  /** Whether jobs may still start. */
  readonly mayStart: () => boolean;
  /** Receives the error of a job that fails. */
  readonly report: (error: unknown) => void;
  /** Called after jobs were claimed, with their number. */
  readonly onClaimed: (count: number) => void;
  /** Called after a job has ended, or has met an outage. */
  readonly onEnd: (outage: { readonly error: unknown } | undefined) => void;
}

/**
 * The jobs that use the network. Jobs of an account are claimed together and ended together, so that they need few of the
 * transactions for which they wait beside requests.
 */
export class OutsideRuns {
  readonly #settings: OutsideRunsSettings;
  /** The number of jobs under way per queue and per account. */
  readonly #ofQueue = new Counts();
  readonly #ofAccount = new Counts();
  readonly #underWay = new Set<Promise<void>>();
  #size = 0;
  /** Per account with a transaction that ends jobs: the jobs for the next one. */
  readonly #performed = new Map<string, OutsideRun[]>();
  /** The jobs whose outcomes an outage has kept from being stored. */
  #unfinished: OutsideRun[] = [];
  #abort = new AbortController();

  constructor(settings: OutsideRunsSettings) {
    this.#settings = settings;
  }

  /** The number of jobs under way. */
  get size(): number {
    return this.#size;
  }

  /** How many jobs of a queue can start. */
  room(queue: string): number {
    const kind = queue.slice(0, queue.indexOf(':')) as JobKind; // `enqueue` put it there
    // A job of an unknown kind fails once it has started.
    const slots = this.#settings.handlerOf(kind)?.perQueue ?? 1;
    return Math.min(MAX_OUTSIDE - this.#size, slots - this.#ofQueue.of(queue));
  }

  /** Starts the first of some jobs of one account, as many as it may have under way. */
  start(services: Services, jobs: readonly JobRow[], accountId: string): void {
    const { signal } = this.#abort;
    const { report } = this.#settings;
    const room = Math.min(MAX_OUTSIDE - this.#size, MAX_OF_ACCOUNT - this.#ofAccount.of(accountId));
    const runs = jobs.slice(0, Math.max(0, room)).map((job) => {
      this.#occupy(job, 1);
      const handler = this.#settings.handlerOf(job.kind as JobKind); // the queue wrote the kind
      return new OutsideRun({ services, job, handler, report, signal });
    });
    if (runs.length === 0) return;
    const work = this.#run(runs).finally(() => void this.#underWay.delete(work));
    this.#underWay.add(work);
  }

  /** Stores the outcomes that an outage has kept from being stored. The network parts are not repeated. */
  async finishLate(): Promise<void> {
    for (let run = this.#unfinished[0]; run; run = this.#unfinished[0]) {
      const late = run;
      await this.#finish(late.job.accountId, () => [late]);
      this.#unfinished = this.#unfinished.filter((run) => run !== late);
    }
  }

  /** Ends the network parts of the jobs under way. */
  cut(): void {
    this.#abort.abort();
  }

  /** Discards the jobs under way. */
  abandon(): void {
    this.cut();
    this.#abort = new AbortController();
    this.#unfinished = [];
  }

  /** Resolves when no job is under way. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  async #run(runs: readonly OutsideRun[]): Promise<void> {
    let claimed: readonly OutsideRun[] = [];
    try {
      claimed = await this.#claim(runs);
    } catch (error) {
      // If it is not an outage, one of them has failed.
      if (!isOutage(error)) return void (await Promise.all(runs.map((run) => this.#run([run]))));
      for (const run of runs) this.#release(run, { error });
      return;
    }
    this.#settings.onClaimed(claimed.length);
    const orders = claimed.filter((run) => run.needsNetwork);
    for (const run of runs) if (!orders.includes(run)) this.#release(run);
    await Promise.all(orders.map((run) => run.perform().then(() => this.#end(run))));
  }

  /** Claims jobs in one transaction. Returns those that were there. If there is one and it fails, it is set aside. */
  async #claim(runs: readonly OutsideRun[]): Promise<readonly OutsideRun[]> {
    const [first, ...others] = runs;
    if (first === undefined) return [];
    try {
      return await this.#settings.store().write(async (tx) => {
        const claimed: OutsideRun[] = [];
        for (const run of runs) if (this.#settings.mayStart() && (await run.claim(tx))) claimed.push(run);
        return claimed;
      }, first.job.accountId);
    } catch (error) {
      if (others.length > 0 || isOutage(error)) throw error;
      await this.#setAside(first, error);
      return runs;
    }
  }

  /** Ends a job, together with all of its account whose network part is done by the time this can be stored. */
  async #end(run: OutsideRun): Promise<void> {
    const { accountId } = run.job;
    const waiting = this.#performed.get(accountId);
    if (waiting) return void waiting.push(run); // ended below, for another job
    const next = [run];
    this.#performed.set(accountId, next);
    while (next.length > 0) {
      const taken: OutsideRun[] = [];
      const take = () => {
        if (taken.length === 0) taken.push(...next.splice(0));
        return taken;
      };
      let outage: { readonly error: unknown } | undefined;
      try {
        await this.#finish(accountId, take);
      } catch (error) {
        outage = { error };
        this.#unfinished.push(...take().filter((run) => !run.isAbandoned));
      }
      for (const run of taken) this.#release(run, outage);
    }
    this.#performed.delete(accountId);
  }

  /** Ends the jobs of `take`, called once it is their turn, in one transaction. Rejects on an outage. */
  async #finish(accountId: string, take: () => readonly OutsideRun[]): Promise<void> {
    try {
      await this.#settings.store().write(async (tx) => {
        for (const run of take()) await run.finish(tx);
      }, accountId);
    } catch (error) {
      if (isOutage(error)) throw error;
      const runs = take();
      const [first, ...others] = runs;
      if (others.length === 0) return first && this.#setAside(first, error);
      for (const run of runs) await this.#finish(accountId, () => [run]); // one of them failed
    }
  }

  /** Marks a job as failed, so that it does not block other jobs. */
  async #setAside(run: OutsideRun, error: unknown): Promise<void> {
    const { job } = run;
    this.#settings.report(error);
    run.forget();
    await this.#settings.store().write((tx) => failJob(tx, job, String(error)), job.accountId);
  }

  #occupy({ queue, accountId }: JobRow, count: 1 | -1): void {
    this.#size += count;
    this.#ofQueue.add(queue, count);
    this.#ofAccount.add(accountId, count);
  }

  #release({ job }: OutsideRun, outage?: { readonly error: unknown }): void {
    this.#occupy(job, -1);
    this.#settings.onEnd(outage);
  }
}

/** Numbers by name, without those that are 0. */
class Counts {
  readonly #counts = new Map<string, number>();

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  add(name: string, count: number): void {
    const sum = this.of(name) + count;
    if (sum > 0) this.#counts.set(name, sum);
    else this.#counts.delete(name);
  }
}
