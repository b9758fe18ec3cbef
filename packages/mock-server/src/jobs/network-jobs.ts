import type { Services } from '../domain/context/services.ts';
import type { JobKind } from '../domain/queue.ts';
import { Notifier } from '../shared/platform/notifier.ts';
import { pause } from '../shared/platform/timers.ts';
import { isOutage } from '../store/engine/errors.ts';
import { BESIDE_ACCOUNTS, type Transaction } from '../store/engine/store.ts';
import {
  type ClockTimes,
  claimJobs,
  type DueQueue,
  deleteClaimed,
  failJob,
  type JobRow,
  listDueInQueue,
  listDueOfAccount,
  listDueQueues,
  MAX_QUEUES,
  type QueuedJob,
} from '../store/tables/jobs.ts';
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
class NetworkJob {
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

  store(tx: Transaction): Promise<void> {
    return this.#store(this.#contextIn(tx));
  }

  #contextIn(tx: Transaction): JobContext {
    const { services, job, report } = this.#parts;
    const { accountId, root, parent } = job;
    return { services: services.forAccount(accountId), tx, accountId, place: { root, parent }, report };
  }
}

/** The most jobs that may use the network at a time: of all accounts, and of one, which leaves some to the others. */
const [MAX_JOBS, MAX_OF_ACCOUNT] = [64, 32];

/** Real milliseconds that the outcome of a job waits for those of its account whose network part is under way. */
const GATHERING = 5;

/** Thrown when a server no longer has the claim of a job whose outcome it stores. */
const CLAIM_LOST = new Error('The claim of a job is lost.');

interface NetworkJobsSettings {
  readonly services: () => Services;
  readonly handlerOf: (kind: JobKind) => AnyNetworkHandler | undefined;
  readonly mayStart: () => boolean;
  /** Receives the error of a job that fails. */
  readonly report: (error: unknown) => void;
  readonly onHeld: (end: Promise<void>) => void;
  readonly onClaimed: (count: number) => void;
  /** Called after jobs have ended, or have met an outage. */
  readonly onEnd: (outage: { readonly error: unknown } | undefined) => void;
}

/** Jobs that use the network. Those of all accounts are claimed together, and those of one account end together. */
export class NetworkJobs {
  readonly #settings: NetworkJobsSettings;
  /** The number of jobs under way per queue and per account. */
  readonly #ofQueue = new Counts();
  readonly #ofAccount = new Counts();
  readonly #underWay = new Set<Promise<void>>();
  #size = 0;
  /** The queue whose jobs were the first to start. */
  #lastQueue = '';
  /** The queue after which the next part begins, if there are more than one statement lists. */
  #after = '';
  /** The number of jobs per account whose network part is under way. Fires when one is done. */
  readonly #performing = new Counts();
  readonly #progress = new Notifier();
  /** Per account with a transaction that ends jobs: the jobs for the next one. */
  readonly #performed = new Map<string, NetworkJob[]>();
  /** The jobs whose outcomes an outage has kept from being stored. */
  #unfinished: NetworkJob[] = [];
  #abort = new AbortController();

  constructor(settings: NetworkJobsSettings) {
    this.#settings = settings;
  }

  get size(): number {
    return this.#size;
  }

  sizeOf(accountId: string): number {
    return this.#ofAccount.of(accountId);
  }

  /** Starts due jobs, of one account or of all, as far as there is room. Returns whether there were some. */
  async startDue(times: ClockTimes, accountId?: string): Promise<boolean> {
    if (this.#size >= MAX_JOBS) return false;
    const chosen =
      accountId === undefined ? await this.#choose(times) : await this.#chooseOf(times, accountId);
    if (chosen.length === 0) return false;
    const work = this.#run(chosen).finally(() => void this.#underWay.delete(work));
    this.#underWay.add(work);
    return true;
  }

  /** Stores the outcomes that an outage has kept from being stored. The network parts are not repeated. */
  async finishLate(): Promise<void> {
    for (let run = this.#unfinished[0]; run; run = this.#unfinished[0]) {
      const late = run;
      await this.#finish(late.job.accountId, () => [late]);
      this.#unfinished = this.#unfinished.filter((run) => run !== late);
    }
  }

  cut(): void {
    this.#abort.abort();
  }

  abandon(): void {
    this.cut();
    this.#abort = new AbortController();
    this.#unfinished = [];
  }

  async idle(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  /** Takes slots for due jobs of all queues, which take turns to be the first. */
  async #choose(times: ClockTimes): Promise<QueuedJob[]> {
    const { direct } = this.#settings.services().store;
    const chosen: QueuedJob[] = [];
    for (const due of await this.#listQueues(times)) {
      const count = this.#roomOf(due.queue);
      if (count <= 0) continue;
      const jobs = await listDueInQueue(direct, due, { now: times.get(due.clockId) ?? 0, count });
      if (chosen.length === 0) this.#lastQueue = due.queue;
      chosen.push(...jobs.filter((job) => this.#occupy(job)));
    }
    return chosen;
  }

  async #chooseOf(times: ClockTimes, accountId: string): Promise<QueuedJob[]> {
    const { clock, store } = this.#settings.services().forAccount(accountId);
    const terms = { now: times.get(clock.id) ?? clock.now(), count: MAX_JOBS };
    const jobs = await listDueOfAccount(store.direct, { clockId: clock.id, accountId }, terms);
    return jobs.filter((job) => this.#occupy(job));
  }

  /** Lists the due queues from the one whose turn it is; if they are very many, some of them, and others next time. */
  async #listQueues(times: ClockTimes): Promise<DueQueue[]> {
    const isRest = this.#after !== '';
    const queues = await listDueQueues(this.#settings.services().store.direct, times, this.#after);
    this.#after = queues.length < MAX_QUEUES ? '' : (queues.at(-1)?.queue ?? '');
    if (queues.length === 0 && isRest) return this.#listQueues(times);
    const start = Math.max(
      0,
      queues.findIndex(({ queue }) => queue > this.#lastQueue),
    );
    return [...queues.slice(start), ...queues.slice(0, start)];
  }

  async #run(queued: readonly QueuedJob[]): Promise<void> {
    let runs: readonly NetworkJob[] = [];
    try {
      runs = await this.#claim(queued);
    } catch (error) {
      // If it is not an outage, one of them has failed.
      if (!isOutage(error)) return void (await Promise.all(queued.map((job) => this.#run([job]))));
      return this.#release(queued, { error });
    }
    this.#settings.onClaimed(runs.length);
    const claimed = new Set(runs.map(({ job }) => job.seq));
    const others = queued.filter(({ seq }) => !claimed.has(seq));
    if (others.length > 0) this.#release(others);
    for (const { job } of runs) this.#performing.add(job.accountId, 1);
    await Promise.all(runs.map((run) => run.perform().then(() => this.#end(run))));
  }

  /** Claims and prepares jobs in one transaction. Returns those that were there. A single one that fails is set aside. */
  async #claim(queued: readonly QueuedJob[]): Promise<readonly NetworkJob[]> {
    const { services, handlerOf, mayStart, report } = this.#settings;
    const { store, instance } = services();
    const { signal } = this.#abort;
    try {
      return await store.write(async (tx) => {
        if (!mayStart() || signal.aborted) return [];
        const seqs = queued.map(({ seq }) => seq);
        const claimed = await claimJobs(tx, seqs, instance);
        const runs = seqs.flatMap((seq) => {
          const job = claimed.get(seq);
          // The queue wrote the kind.
          return job
            ? new NetworkJob({
                services: services(),
                job,
                handler: handlerOf(job.kind as JobKind),
                report,
                signal,
              })
            : [];
        });
        for (const run of runs) await run.prepare(tx);
        return runs;
      }, BESIDE_ACCOUNTS);
    } catch (error) {
      const [first, ...others] = queued;
      if (first === undefined || others.length > 0 || isOutage(error)) throw error;
      await this.#setAside(first, error);
      return [];
    }
  }

  /** Ends a job, together with all of its account whose network part is done by the time this can be stored. */
  async #end(run: NetworkJob): Promise<void> {
    const { accountId } = run.job;
    this.#performing.add(accountId, -1);
    this.#progress.fire();
    const waiting = this.#performed.get(accountId);
    if (waiting) return void waiting.push(run); // ended below, for another job
    const next = [run];
    this.#performed.set(accountId, next);
    while (next.length > 0) {
      if (this.#performing.of(accountId) > 0) await this.#gather(accountId);
      const taken: NetworkJob[] = [];
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
      this.#release(
        taken.map(({ job }) => job),
        outage,
      );
    }
    this.#performed.delete(accountId);
  }

  async #gather(accountId: string): Promise<void> {
    let isOver = false;
    const over = pause(GATHERING).then(() => {
      isOver = true;
    });
    while (this.#performing.of(accountId) > 0 && !isOver) await Promise.race([this.#progress.next(), over]);
  }

  /** Ends the jobs of `take`, called once it is their turn, in one transaction. Rejects on an outage. */
  async #finish(accountId: string, take: () => readonly NetworkJob[]): Promise<void> {
    const { store, instance } = this.#settings.services();
    try {
      await store.write(async (tx) => {
        const runs = take().filter((run) => !run.isAbandoned);
        if (runs.length === 0) return;
        const jobs = runs.map(({ job }) => job);
        if ((await deleteClaimed(tx, accountId, jobs, instance)) < runs.length) throw CLAIM_LOST;
        for (const run of runs) await run.store(tx);
      }, accountId);
    } catch (error) {
      if (isOutage(error)) throw error;
      const runs = take();
      const [first, ...others] = runs;
      for (const run of others.length > 0 ? runs : []) await this.#finish(accountId, () => [run]); // one of them failed
      if (first && others.length === 0 && error !== CLAIM_LOST) await this.#setAside(first.job, error);
    }
  }

  /** Marks a job as failed, so that it does not block other jobs. */
  async #setAside(job: Pick<JobRow, 'seq' | 'accountId'>, error: unknown): Promise<void> {
    this.#settings.report(error);
    const { store } = this.#settings.services();
    await store.write((tx) => failJob(tx, job, String(error)), job.accountId);
  }

  #roomOf(queue: string): number {
    const kind = queue.slice(0, queue.indexOf(':')) as JobKind; // `enqueue` put it there
    // A job of an unknown kind fails once it has started.
    const slots = this.#settings.handlerOf(kind)?.perQueue ?? 1;
    return Math.min(MAX_JOBS - this.#size, slots - this.#ofQueue.of(queue));
  }

  /** Takes a slot for a job. Returns whether there was one. */
  #occupy({ queue, accountId }: QueuedJob): boolean {
    const held = this.#settings.services().store.held(accountId);
    if (held !== undefined) {
      this.#settings.onHeld(held);
      return false;
    }
    if (this.#roomOf(queue) <= 0 || this.#ofAccount.of(accountId) >= MAX_OF_ACCOUNT) return false;
    this.#change({ queue, accountId }, 1);
    return true;
  }

  #change({ queue, accountId }: Pick<QueuedJob, 'queue' | 'accountId'>, count: 1 | -1): void {
    this.#size += count;
    this.#ofQueue.add(queue, count);
    this.#ofAccount.add(accountId, count);
  }

  #release(jobs: readonly QueuedJob[], outage?: { readonly error: unknown }): void {
    for (const job of jobs) this.#change(job, -1);
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
