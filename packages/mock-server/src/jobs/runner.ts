import type { AllServices, JobQueue } from '../domain/context/services.ts';
import { OutageError } from '../observe/log/outage-log.ts';
import { Notifier } from '../shared/platform/notifier.ts';
import { after, defer, pause, stopwatch } from '../shared/platform/timers.ts';
import { isOutage } from '../store/engine/errors.ts';
import type { Store } from '../store/engine/store.ts';
import {
  type Claims,
  type ClockTimes,
  dropAllClaims,
  type JobScope,
  nextRunAt,
  nextRuns,
} from '../store/tables/jobs.ts';
import { DatabaseJobs } from './database-jobs.ts';
import type { AnyNetworkHandler, Handlers } from './handler.ts';
import { NetworkJobs } from './network-jobs.ts';

/** Real milliseconds that jobs on the network wait while there are always others to run. */
const NETWORK_JOBS_WAIT = 100;

/**
 * Real milliseconds that other accounts wait for one that somebody settles: at most, and while it waits for the network.
 * Longer than a transaction takes, so that most of the time is left to it.
 */
const [OTHERS_WAIT, NETWORK_WAIT] = [200, 20];

/** Real milliseconds between two looks at the jobs of other servers, whose announcements may not arrive. */
const POLL = 1000;

/** Real milliseconds between two looks at jobs while long work holds an account: its jobs may be due. */
const HELD_WAIT = 200;

/** Real milliseconds until a failed run is retried: the first wait, which doubles with each failure, and the longest. */
const [RETRY_DELAY, MAX_RETRY_DELAY] = [1000, 60_000];

export interface RunnerSettings {
  /** Whether clocks follow real time, so that jobs become due by themselves. */
  readonly isTimed: boolean;
  /** Receives the errors of failed jobs and failed runs. */
  readonly report: (error: unknown) => void;
  /** Waits until this server knows what other servers of the database have changed, if others can have it. */
  readonly sync?: () => Promise<void> | undefined;
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
  readonly #databaseJobs: DatabaseJobs;
  readonly #networkJobs: NetworkJobs;
  /** The accounts that somebody settles, once for each caller. Their jobs come first. */
  readonly #preferred: string[] = [];
  /** Errors of concurrent jobs, which the run throws. */
  readonly #errors: { readonly error: unknown }[] = [];
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
    const onDone = (count: number) => {
      this.#done += count;
    };
    const onHeld = (end: Promise<void>) => void end.then(() => this.wake());
    this.#databaseJobs = new DatabaseJobs({ ...settings, allServices, onDone, onHeld });
    this.#networkJobs = new NetworkJobs({
      services: () => allServices().shared,
      handlerOf: (kind) => settings.handlers[kind] as AnyNetworkHandler | undefined, // asked for network kinds, or unknown ones
      mayStart: () => !this.#isStopped,
      report: settings.report,
      onClaimed: onDone,
      onHeld,
      onEnd: (outage) => {
        if (outage) this.#errors.push(outage);
        if (outage && this.#running === undefined) this.wake(); // a run throws it
        this.#progress.fire();
      },
    });
  }

  get done(): number {
    return this.#done;
  }

  /** The claimed jobs that `settle` waits for: those of other servers too, where these may be on other machines. */
  get awaitedClaims(): Claims {
    return this.#isShared ? 'all' : { of: this.#allServices().shared.instance };
  }

  get #store(): Store {
    return this.#allServices().shared.store;
  }

  get #isShared(): boolean {
    return this.#store.isShared;
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
    await this.#store.held();
    // The current run may have missed the newest job, so another one follows.
    while (this.#running !== undefined) await this.#running.catch(() => undefined); // already reported
    if (!this.#isStopped) await this.#start();
    if (!this.#isShared) return;
    for (const { id } of this.#allServices().clocks()) await this.settleScope({ clockId: id }); // with the jobs of other servers
  }

  /** Runs all due jobs of a scope and the jobs they cause, before other jobs and without waiting for them. */
  async settleScope(scope: JobScope): Promise<void> {
    const accountId = scope.accountId ?? scope.clockId; // an account's own clock has its id
    if (accountId) this.#preferred.push(accountId);
    this.#progress.fire(); // the current run may wait for the network
    try {
      await this.#settleWith(scope);
    } finally {
      if (accountId) this.#preferred.splice(this.#preferred.indexOf(accountId), 1);
    }
  }

  async #settleWith(scope: JobScope): Promise<void> {
    for (;;) {
      await this.#store.held(scope.accountId ?? scope.clockId);
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
    this.#networkJobs.abandon();
    await this.#store.write(dropAllClaims);
    this.wake();
  }

  /** Finishes the running jobs and starts no others. Jobs on the network can run until `force` aborts. */
  async stop(force: AbortSignal = AbortSignal.abort()): Promise<void> {
    this.#isStopped = true;
    this.#clearTimer?.();
    await this.#networkJobs.finishLate().catch(this.#settings.report);
    const cut = () => this.#networkJobs.cut();
    if (force.aborted) cut();
    else force.addEventListener('abort', cut, { once: true });
    this.#progress.fire();
    await this.#running?.catch(() => undefined); // already reported
    await this.#networkJobs.idle();
  }

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
    await this.#networkJobs.finishLate();
    let [sinceNetwork, sinceOthers] = [stopwatch(), stopwatch()];
    for (;;) {
      const changed = this.#progress.next();
      if (this.#isStopped) return;
      const [failed] = this.#errors.splice(0);
      if (failed) throw failed.error;
      await this.#settings.sync?.();
      const times = new Map(
        this.#allServices()
          .clocks()
          .map((clock) => [clock.id, clock.now()]),
      );
      if (sinceOthers() < OTHERS_WAIT && (await this.#runPreferred(times, changed))) continue;
      const isBusy = await this.#databaseJobs.takeTurn(times);
      if (isBusy) this.#progress.fire();
      sinceOthers = stopwatch();
      if (!isBusy || (this.#settings.isTimed && sinceNetwork() >= NETWORK_JOBS_WAIT)) {
        // With the times that the database jobs had: if a clock has moved since, those of its new time come first.
        await this.#networkJobs.startDue(times);
        sinceNetwork = stopwatch();
      }
      if (!isBusy) {
        // A job that was added after the queue was read has woken the runner in the meantime.
        if (this.#networkJobs.size === 0 && this.#progress.next() === changed) return;
        await changed;
      }
      await new Promise<void>(defer); // lets requests run between jobs
    }
  }

  /** Runs or awaits jobs of an account that somebody settles. Returns whether there were some, for which other accounts wait. */
  async #runPreferred(times: ClockTimes, changed: Promise<void>): Promise<boolean> {
    for (const accountId of new Set(this.#preferred)) {
      const isBusy =
        (await this.#databaseJobs.takeTurn(times, accountId)) ||
        (await this.#networkJobs.startDue(times, accountId));
      if (!isBusy) continue;
      this.#preferred.push(...this.#preferred.splice(0, 1)); // another one comes first next time
      this.#progress.fire();
      await new Promise<void>(defer); // lets requests run between jobs
      return true;
    }
    if (!this.#preferred.some((accountId) => this.#networkJobs.sizeOf(accountId) > 0)) return false;
    return Promise.race([changed.then(() => true), pause(NETWORK_WAIT).then(() => false)]);
  }

  async #isDue({ clockId, accountId }: JobScope): Promise<boolean> {
    const services = this.#allServices().forAccount(accountId ?? clockId ?? '');
    const next = await nextRunAt(services.store.direct, { clockId, accountId }, this.awaitedClaims);
    return next !== undefined && next <= services.clock.now();
  }

  /** Sets a timer for the next due job or the retry of a failed run, if clocks follow real time. */
  async #setTimer(): Promise<void> {
    if (!this.#settings.isTimed) return;
    const next = this.#retryDelay || (await this.#untilNext());
    const wait = this.#store.held() !== undefined ? Math.max(next, HELD_WAIT) : next;
    if (wait === Number.POSITIVE_INFINITY || this.#isStopped) return;
    this.#clearTimer?.();
    this.#clearTimer = after(Math.max(1, Math.ceil(wait)), () => this.#startReported());
  }

  /** Real milliseconds until the next unclaimed job is due. */
  async #untilNext(): Promise<number> {
    const clocks = this.#allServices().clocks();
    const runs = await nextRuns(
      this.#allServices().shared.store.direct,
      clocks.map(({ id }) => id),
    );
    return Math.min(
      ...clocks
        .filter(({ speed }) => speed !== 0) // now: a clock may have stopped in the meantime
        .map((clock) => ((runs.get(clock.id) ?? Number.POSITIVE_INFINITY) - clock.now()) / clock.speed),
    );
  }
}
