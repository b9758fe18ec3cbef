import type { AllServices } from '../domain/context/all-services.ts';
import type { JobQueue, Services } from '../domain/context/services.ts';
import type { JobKind } from '../domain/job-kinds.ts';
import { OutageError } from '../observe/log/outage-log.ts';
import { Notifier } from '../shared/platform/notifier.ts';
import { after, defer, pause, stopwatch } from '../shared/platform/timers.ts';
import { isOutage } from '../store/engine/errors.ts';
import type { Transaction } from '../store/engine/store.ts';
import {
  type Claims,
  deleteJob,
  dropAllClaims,
  failJob,
  findDueInQueue,
  findDueJob,
  type JobRow,
  type JobScope,
  listDueAccounts,
  listQueues,
  nextRunAt,
  updateJob,
} from '../store/tables/jobs.ts';
import type { AnyOutsideHandler, Handlers, InsideHandler } from './handler.ts';
import { OutsideRuns } from './outside-runs.ts';

/** How many jobs share one transaction, and after how many real milliseconds it ends. */
const [MAX_GROUP, GROUP_DURATION] = [20, 5];

/** Real milliseconds that jobs on the network wait while there are always others to run. */
const OUTSIDE_WAIT = 100;

/** Real milliseconds between two looks at the jobs that other servers of the database have claimed. */
const POLL = 20;

/** Real milliseconds until a failed run is retried: the first wait, which doubles with each failure, and the longest. */
const [RETRY_DELAY, MAX_RETRY_DELAY] = [1000, 60_000];

export interface RunnerSettings {
  /** Whether clocks follow real time, so that jobs become due by themselves. */
  readonly isTimed: boolean;
  /** Receives the errors of failed jobs and failed runs. */
  readonly report: (error: unknown) => void;
  /** Waits until this server knows what other servers of the database have changed, if others can have it. */
  readonly sync?: () => Promise<void> | undefined;
  /** Resolves when jobs can run. */
  readonly ready?: (() => Promise<void>) | undefined;
  readonly handlers: Handlers;
}

/**
 * Runs due jobs in order of their time. A job that only needs the database is one transaction: if the process is killed,
 * it has happened completely or not at all. A job that needs the network runs concurrently with others, and is repeated
 * if the process is killed in the meantime.
 */
export class JobRunner implements JobQueue {
  readonly #allServices: () => AllServices;
  readonly #settings: RunnerSettings;
  readonly #progress = new Notifier();
  readonly #outside: OutsideRuns;
  /** The accounts of each clock that have a turn before the due accounts are listed again. */
  readonly #turns = new Map<string, string[]>();
  /** The queue whose jobs were the first to start. */
  #lastQueue = '';
  /** Errors of concurrent jobs, which the run throws. */
  readonly #errors: { readonly error: unknown }[] = [];
  /** The error of the latest run, if it failed. */
  #failure: unknown;
  /** Real milliseconds until the next retry. 0 unless the latest run failed. */
  #retryDelay = 0;
  #done = 0;
  #running: Promise<void> | undefined;
  #isDeferred = false;
  #isStopped = false;
  #clearTimer: (() => void) | undefined;

  constructor(allServices: () => AllServices, settings: RunnerSettings) {
    this.#allServices = allServices;
    this.#settings = settings;
    this.#outside = new OutsideRuns({
      store: () => allServices().shared.store,
      handlerOf: (kind) => settings.handlers[kind] as AnyOutsideHandler | undefined, // asked for outside kinds, or unknown ones
      mayStart: () => !this.#isStopped,
      report: settings.report,
      onClaimed: (count) => {
        this.#done += count;
      },
      onEnd: (outage) => {
        if (outage) this.#errors.push(outage);
        if (outage && this.#running === undefined) this.wake(); // a run throws it
        this.#progress.fire();
      },
    });
  }

  /** The number of jobs done so far. */
  get done(): number {
    return this.#done;
  }

  /** The claimed jobs that `settle` waits for: those of other servers too, where these may be on other machines. */
  get awaitedClaims(): Claims {
    return this.#isShared ? 'all' : { of: this.#allServices().shared.instance };
  }

  get #isShared(): boolean {
    return this.#allServices().shared.store.isShared;
  }

  wake(): void {
    // After an outage, the timer starts the next run, so that a busy server does not fill its log.
    if (this.#isDeferred || this.#isStopped || (this.#settings.isTimed && this.#retryDelay > 0)) return;
    this.#isDeferred = true;
    defer(() => {
      this.#isDeferred = false;
      this.#progress.fire();
      if (this.#running === undefined) this.#startReported();
    });
  }

  /** Runs all due jobs and the jobs they cause. Rejects if a run fails. */
  async settle(): Promise<void> {
    // The current run may have missed the newest job, so another one follows.
    while (this.#running !== undefined) await this.#running.catch(() => undefined); // already reported
    if (!this.#isStopped) await this.#start();
    if (!this.#isShared) return;
    for (const { id } of this.#allServices().clocks()) await this.settleScope({ clockId: id }); // with the jobs of other servers
  }

  /** Runs all due jobs of a scope and the jobs they cause, without waiting for other jobs. */
  async settleScope(scope: JobScope): Promise<void> {
    for (;;) {
      const changed = this.#progress.next();
      if (this.#isStopped || !(await this.#isDue(scope))) return;
      this.#startReported();
      await (this.#isShared ? Promise.race([changed, pause(POLL)]) : changed);
      await new Promise<void>(defer);
      if (this.#failure !== undefined) throw this.#failure;
    }
  }

  /** Discards the work in progress. Its jobs start again if they still exist. */
  async abandon(): Promise<void> {
    this.#outside.abandon();
    await this.#allServices().shared.store.write(dropAllClaims);
    this.wake();
  }

  /** Finishes the running jobs and starts no others. Jobs on the network can run until `force` aborts. */
  async stop(force: AbortSignal = AbortSignal.abort()): Promise<void> {
    this.#isStopped = true;
    this.#clearTimer?.();
    await this.#outside.finishLate().catch(this.#settings.report);
    const cut = () => this.#outside.cut();
    if (force.aborted) cut();
    else force.addEventListener('abort', cut, { once: true });
    this.#progress.fire();
    await this.#running?.catch(() => undefined); // already reported
    await this.#outside.idle();
  }

  /** Starts a run without waiting for it. */
  #startReported(): void {
    this.#start().catch(() => undefined); // already reported
  }

  #start(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      this.#progress.fire();
      if (!this.#isStopped) this.#setTimer().catch(this.#settings.report);
    });
    return this.#running;
  }

  async #run(): Promise<void> {
    this.#failure = undefined;
    try {
      await this.#work();
      this.#retryDelay = 0;
    } catch (error) {
      this.#failure = isOutage(error) ? new OutageError(error) : error;
      this.#retryDelay = Math.min(MAX_RETRY_DELAY, this.#retryDelay * 2 || RETRY_DELAY);
      this.#settings.report(this.#failure);
      throw this.#failure;
    }
  }

  async #work(): Promise<void> {
    await this.#settings.ready?.();
    await this.#outside.finishLate();
    let sinceOutside = stopwatch();
    for (;;) {
      const changed = this.#progress.next();
      if (this.#isStopped) return;
      const [failed] = this.#errors.splice(0);
      if (failed) throw failed.error;
      await this.#settings.sync?.();
      const clocks = this.#allServices().clocks();
      const times = new Map(clocks.map((clock) => [clock.id, clock.now()]));
      const isBusy = await this.#runInside(times);
      if (isBusy) this.#progress.fire();
      if (!isBusy || (this.#settings.isTimed && sinceOutside() >= OUTSIDE_WAIT)) {
        await this.#startOutside(times);
        sinceOutside = stopwatch();
      }
      if (!isBusy) {
        // A job that was added after the queue was read has woken the runner in the meantime.
        if (this.#outside.size === 0 && this.#progress.next() === changed) return;
        await changed;
      }
      await new Promise<void>(defer); // lets requests run between jobs
    }
  }

  /** Runs due jobs that need no network, of the account whose turn it is. Returns whether there were some. */
  async #runInside(times: ReadonlyMap<string, number>): Promise<boolean> {
    for (const [clockId, now] of times) {
      const { store } = this.#allServices().forAccount(clockId);
      const turns = this.#turns.get(clockId) ?? (await store.read((tx) => listDueAccounts(tx, clockId, now)));
      const [accountId, ...others] = turns;
      if (others.length > 0) this.#turns.set(clockId, others);
      else this.#turns.delete(clockId);
      if (accountId === undefined) continue;
      const errors: unknown[] = [];
      this.#done += await store.write((tx) => this.#runGroup(tx, { clockId, accountId }, errors), accountId);
      for (const error of errors) this.#settings.report(error);
      return true;
    }
    return false;
  }

  /** Runs due jobs of an account in one transaction, each step completely or not at all. Returns how many jobs ended. */
  async #runGroup(
    tx: Transaction,
    { clockId, accountId }: { readonly clockId: string; readonly accountId: string },
    errors: unknown[],
  ): Promise<number> {
    const { clock } = this.#allServices().forAccount(clockId);
    const elapsed = stopwatch();
    let ended = 0;
    for (let ran = 0; ran < MAX_GROUP && (ran === 0 || elapsed() < GROUP_DURATION); ran++) {
      const job = await findDueJob(tx, { clockId, accountId, now: clock.now() });
      if (job === undefined) break;
      try {
        const hasEnded = await tx.nested(() => this.#doInside(tx, job, (error) => errors.push(error)));
        if (!hasEnded) break; // others come before its next part
        ended++;
      } catch (error) {
        if (isOutage(error)) throw error;
        errors.push(error);
        await failJob(tx, job, String(error));
        ended++;
      }
      await new Promise<void>(defer); // lets the network be served between jobs
    }
    return ended;
  }

  /** Does a job, or a part of it. Returns whether it has ended. */
  async #doInside(tx: Transaction, job: JobRow, report: (error: unknown) => void): Promise<boolean> {
    const { accountId, cause, kind, id, payload } = job;
    const handler = this.#settings.handlers[kind as JobKind] as InsideHandler<JobKind>; // the queue wrote kind and payload
    const rest = await handler(
      { services: this.#allServices().forAccount(accountId), tx, accountId, cause, report },
      payload as never,
      id,
    );
    if (rest === undefined) await deleteJob(tx, job);
    else await updateJob(tx, job, rest);
    return rest === undefined;
  }

  /**
   * Starts due jobs that need the network. Each queue has its own slots, so that a slow one does not block others. Takes
   * the times that `#runInside` had: if a clock has moved since, the database jobs of its new time come first.
   */
  async #startOutside(times: ReadonlyMap<string, number>): Promise<void> {
    for (const [clockId, now] of times) {
      const services = this.#allServices().forAccount(clockId);
      const due = new Map<string, JobRow[]>();
      for (const job of await this.#dueOutside(services, clockId, now)) {
        const others = due.get(job.accountId);
        if (others) others.push(job);
        else due.set(job.accountId, [job]);
      }
      for (const [accountId, jobs] of due) this.#outside.start(services, jobs, accountId);
    }
  }

  /** The due jobs that need the network, as many of each queue as it has slots. Queues take turns to be the first. */
  async #dueOutside({ store }: Services, clockId: string, now: number): Promise<JobRow[]> {
    const queues = await store.read((tx) => listQueues(tx, clockId));
    const start = Math.max(
      0,
      queues.findIndex((queue) => queue > this.#lastQueue),
    );
    const due: JobRow[] = [];
    for (const queue of [...queues.slice(start), ...queues.slice(0, start)]) {
      const count = this.#outside.room(queue);
      if (count <= 0) continue;
      const dueJobs = await store.read((tx) => findDueInQueue(tx, { clockId, queue, now, count }));
      if (due.length === 0 && dueJobs.length > 0) this.#lastQueue = queue;
      due.push(...dueJobs);
    }
    return due;
  }

  async #isDue({ clockId, accountId }: JobScope): Promise<boolean> {
    const services = this.#allServices().forAccount(accountId ?? clockId ?? '');
    const next = await services.store.read((tx) => nextRunAt(tx, { clockId, accountId }, this.awaitedClaims));
    return next !== undefined && next <= services.clock.now();
  }

  /** Sets a timer for the next due job or the retry of a failed run, if clocks follow real time. */
  async #setTimer(): Promise<void> {
    if (!this.#settings.isTimed) return;
    const wait = this.#retryDelay || (await this.#untilNext());
    if (wait === Number.POSITIVE_INFINITY || this.#isStopped) return;
    this.#clearTimer?.();
    this.#clearTimer = after(Math.max(1, Math.ceil(wait)), () => this.#startReported());
  }

  /** Real milliseconds until the next unclaimed job is due. */
  async #untilNext(): Promise<number> {
    let wait = Number.POSITIVE_INFINITY;
    for (const clock of this.#allServices().clocks()) {
      if (clock.speed === 0) continue;
      const next = await this.#allServices().shared.store.read((tx) =>
        nextRunAt(tx, { clockId: clock.id }, 'none'),
      );
      if (next !== undefined) wait = Math.min(wait, (next - clock.now()) / clock.speed);
    }
    return wait;
  }
}
