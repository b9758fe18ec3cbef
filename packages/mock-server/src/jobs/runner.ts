import type { Context } from '../domain/context.ts';
import { deleteJob, failJob, findDueJob, type JobRow } from '../store/jobs.ts';
import { defer, type JobQueue, type World } from '../world.ts';
import type { JobKind, JobPayloads } from './kinds.ts';
import { processRecords } from './records.ts';

/** Does one kind of job, in the transaction that also takes the job off the queue. */
type JobHandler<Kind extends JobKind> = (
  context: Omit<Context, 'source'>,
  payload: JobPayloads[Kind],
  jobId: string,
) => Promise<void>;

const handlers: { readonly [Kind in JobKind]: JobHandler<Kind> } = {
  records: processRecords,
};

/**
 * Does the jobs that are due, one after another, in the order of their time. A job and all that it changes are
 * one transaction: a process that is killed has done a job whole or not at all.
 */
export class JobRunner implements JobQueue {
  readonly #world: () => World;
  readonly #report: (error: unknown) => void;
  #running: Promise<number> | undefined;
  #isDeferred = false;
  #isStopped = false;

  constructor(world: () => World, report: (error: unknown) => void) {
    this.#world = world;
    this.#report = report;
  }

  poke(): void {
    if (this.#isDeferred || this.#isStopped) return;
    this.#isDeferred = true;
    defer(() => {
      this.#isDeferred = false;
      this.settle().catch(this.#report);
    });
  }

  async settle(): Promise<number> {
    let done = 0;
    // Whoever asks while a run is under way asks again after it: the run may have passed the new job by.
    while (this.#running !== undefined) done += await this.#running;
    this.#running = this.#run();
    try {
      return done + (await this.#running);
    } finally {
      this.#running = undefined;
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #run(): Promise<number> {
    for (let done = 0; ; done++) {
      if (this.#isStopped || !(await this.#runNext())) return done;
      await new Promise<void>(defer); // requests get their turn between jobs
    }
  }

  /** Does the next job that is due; tells whether there was one. */
  async #runNext(): Promise<boolean> {
    const world = this.#world();
    let current: JobRow | undefined;
    try {
      return await world.store.write(async (tx) => {
        current = await findDueJob(tx, world.clock.now());
        if (!current) return false;
        const { accountId, id, seq } = current;
        const handler = handlers[current.kind as JobKind] as JobHandler<JobKind>; // the queue wrote both
        await handler({ world, tx, accountId }, current.payload as JobPayloads[JobKind], id);
        await deleteJob(tx, seq);
        return true;
      });
    } catch (error) {
      const failed = current;
      if (!failed) throw error;
      this.#report(error);
      await world.store.write((tx) => failJob(tx, failed.seq, String(error)));
      return true;
    }
  }
}
