import {
  claimJob,
  deleteJob,
  dropAllClaims,
  failJob,
  findDueInQueue,
  findDueJob,
  type JobRow,
  type JobScope,
  listQueues,
  nextRunAt,
  nextRunOf,
} from '../store/jobs.ts';
import type { Transaction } from '../store/store.ts';
import { after, defer, type JobQueue, type World } from '../world.ts';
import type { Worlds } from '../worlds.ts';
import type { AnyOutsideHandler, Handlers, InsideHandler, JobContext } from './handlers.ts';
import type { JobKind } from './kinds.ts';
import { Signal } from './signal.ts';

/** How many jobs may use the network at a time, of all queues. */
const MOST_OUTSIDE = 64;

export interface RunnerSettings {
  /** Whether real time passes for the clocks, so that jobs become due without anybody's doing. */
  readonly isTimed: boolean;
  /** Told of jobs that could not be done. */
  readonly report: (error: unknown) => void;
  readonly handlers: Handlers;
}

/**
 * Does the jobs that are due, in the order of their time. A job that needs the database only is one transaction: a
 * process that is killed has done it whole or not at all. One that needs the network is done beside the others and
 * done again when the process is killed meanwhile.
 */
export class JobRunner implements JobQueue {
  readonly #worlds: () => Worlds;
  readonly #report: (error: unknown) => void;
  readonly #isTimed: boolean;
  readonly #handlers: Handlers;
  readonly #progress = new Signal();
  /** How many jobs of each queue use the network at present. */
  readonly #outside = new Map<string, number>();
  readonly #underWay = new Set<Promise<void>>();
  #done = 0;
  #abort = new AbortController();
  #running: Promise<void> | undefined;
  #isDeferred = false;
  #isStopped = false;
  #forgetTimer: (() => void) | undefined;

  constructor(worlds: () => Worlds, { isTimed, report, handlers }: RunnerSettings) {
    this.#worlds = worlds;
    this.#isTimed = isTimed;
    this.#report = report;
    this.#handlers = handlers;
  }

  /** How many jobs were done so far. */
  get done(): number {
    return this.#done;
  }

  poke(): void {
    if (this.#isDeferred || this.#isStopped) return;
    this.#isDeferred = true;
    defer(() => {
      this.#isDeferred = false;
      this.#progress.fire();
      if (this.#running === undefined) this.#start().catch(this.#report);
    });
  }

  /** Does all jobs that are due, those that they cause included. */
  async settle(): Promise<void> {
    // Whoever asks while a run is under way asks again after it: the run may have passed the new job by.
    while (this.#running !== undefined) await this.#running;
    if (!this.#isStopped) await this.#start();
  }

  /** Does the jobs of a scope that are due, those that they cause included, whatever becomes of others. */
  async settleScope(scope: JobScope): Promise<void> {
    for (;;) {
      const changed = this.#progress.next();
      if (this.#isStopped || !(await this.#isDue(scope))) return;
      this.#start().catch(this.#report);
      await changed;
    }
  }

  /** Forgets the work under way: what comes of it is not written down. It is begun again if it is still there. */
  async abandon(): Promise<void> {
    this.#abort.abort();
    this.#abort = new AbortController();
    await this.#worlds().shared.store.write(dropAllClaims);
    this.poke();
  }

  /** Begins nothing more and finishes the jobs under way; those that wait for the network only until `force` aborts. */
  async stop(force: AbortSignal = AbortSignal.abort()): Promise<void> {
    this.#isStopped = true;
    this.#forgetTimer?.();
    const giveUp = () => this.#abort.abort();
    if (force.aborted) giveUp();
    else force.addEventListener('abort', giveUp, { once: true });
    this.#progress.fire();
    await this.#running;
    await Promise.allSettled(this.#underWay);
  }

  #start(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      this.#progress.fire();
      if (!this.#isStopped) this.#setTimer().catch(this.#report);
    });
    return this.#running;
  }

  async #run(): Promise<void> {
    for (;;) {
      const changed = this.#progress.next();
      if (this.#isStopped) return;
      if (await this.#runInside()) {
        this.#progress.fire();
        await new Promise<void>(defer); // requests get their turn between jobs
        continue;
      }
      await this.#startOutside();
      if (this.#underWay.size === 0) return;
      await changed;
    }
  }

  /** Does the next job that is due and needs no network; tells whether there was one. */
  async #runInside(): Promise<boolean> {
    for (const { id } of this.#worlds().clocks()) {
      const world = this.#worlds().of(id);
      if (await this.#attempt(world, (tx) => findDueJob(tx, id, world.clock.now()), this.#doInside))
        return true;
    }
    return false;
  }

  readonly #doInside = async (context: JobContext, { kind, id, payload, seq }: JobRow): Promise<void> => {
    const handler = this.#handlers[kind as JobKind] as InsideHandler<JobKind>; // the queue wrote kind and payload
    await handler(context, payload as never, id);
    await deleteJob(context.tx, seq);
    this.#done++;
  };

  /** Begins what may be begun; each queue has its slots, so that a slow one does not hold up the others. */
  async #startOutside(): Promise<void> {
    for (const { id: clockId } of this.#worlds().clocks()) {
      const world = this.#worlds().of(clockId);
      const now = world.clock.now();
      for (const queue of await world.store.read((tx) => listQueues(tx, clockId))) {
        const count = Math.min(MOST_OUTSIDE - this.#underWay.size, this.#slotsOf(queue));
        if (count <= 0) continue;
        const due = await world.store.read((tx) => findDueInQueue(tx, { clockId, queue, now, count }));
        for (const job of due) this.#begin(world, job);
      }
    }
  }

  /** How many more jobs of a queue may be begun. */
  #slotsOf(queue: string): number {
    const kind = queue.slice(0, queue.indexOf(':')) as JobKind; // `enqueue` put it there
    return this.#outsideHandler(kind).perQueue - (this.#outside.get(queue) ?? 0);
  }

  #outsideHandler(kind: string): AnyOutsideHandler {
    return this.#handlers[kind as JobKind] as AnyOutsideHandler; // the queue wrote the kind
  }

  #begin(world: World, job: JobRow): void {
    const { queue } = job;
    this.#outside.set(queue, (this.#outside.get(queue) ?? 0) + 1);
    const work = this.#runOutside(world, job, this.#abort.signal)
      .catch(this.#report)
      .finally(() => {
        const left = (this.#outside.get(queue) ?? 1) - 1;
        if (left > 0) this.#outside.set(queue, left);
        else this.#outside.delete(queue);
        this.#underWay.delete(work);
        this.#progress.fire();
      });
    this.#underWay.add(work);
  }

  async #runOutside(world: World, job: JobRow, signal: AbortSignal): Promise<void> {
    const handler = this.#outsideHandler(job.kind);
    const payload = job.payload as never; // the queue wrote kind and payload
    let order: unknown;
    const claim = async (tx: Transaction) =>
      !signal.aborted && (await claimJob(tx, job.seq)) ? job : undefined;
    await this.#attempt(world, claim, async (context) => {
      order = await handler.prepare(context, payload, job.id);
      if (order === undefined) await deleteJob(context.tx, job.seq);
      this.#done++;
    });
    if (order === undefined) return;
    const outcome: unknown = await handler.perform(order, world, signal);
    const take = async (tx: Transaction) =>
      !signal.aborted && (await deleteJob(tx, job.seq)) ? job : undefined;
    await this.#attempt(world, take, (context) => handler.finish(context, payload, outcome, job.id));
  }

  /** Does something for a job in one transaction; a job that cannot be done is put aside. */
  async #attempt(
    world: World,
    find: (tx: Transaction) => Promise<JobRow | undefined>,
    work: (context: JobContext, job: JobRow) => Promise<void>,
  ): Promise<boolean> {
    let current: JobRow | undefined;
    try {
      return await world.store.write(async (tx) => {
        current = await find(tx);
        if (!current) return false;
        const { accountId } = current;
        await work({ world: world.of(accountId), tx, accountId }, current);
        return true;
      });
    } catch (error) {
      const failed = current;
      if (!failed) throw error;
      this.#done++;
      this.#report(error);
      await world.store.write((tx) => failJob(tx, failed.seq, String(error)));
      return true;
    }
  }

  async #isDue({ clockId, accountId }: JobScope): Promise<boolean> {
    const world = this.#worlds().of(accountId ?? clockId ?? '');
    const next = await world.store.read((tx) =>
      accountId === undefined ? nextRunAt(tx, clockId ?? '') : nextRunOf(tx, accountId),
    );
    return next !== undefined && next <= world.clock.now();
  }

  /** Wakes the runner when the next job is due, where time passes by itself. */
  async #setTimer(): Promise<void> {
    if (!this.#isTimed) return;
    let wait = Number.POSITIVE_INFINITY;
    for (const clock of this.#worlds().clocks()) {
      if (clock.speed === 0) continue;
      const next = await this.#worlds().shared.store.read((tx) => nextRunAt(tx, clock.id));
      if (next !== undefined) wait = Math.min(wait, (next - clock.now()) / clock.speed);
    }
    if (wait === Number.POSITIVE_INFINITY || this.#isStopped) return;
    this.#forgetTimer?.();
    this.#forgetTimer = after(Math.max(1, Math.ceil(wait)), () => this.poke());
  }
}
