import { abort, deferred, follow } from '../core/abort.ts';
import { Thenable } from '../core/api-promise.ts';
import type { BulkRun, BulkWork } from './bulk-run.ts';
import type { BulkProgress, BulkSummary } from './progress.ts';

/**
 * A running bulk job: the promise of its summary, and an async iterable of its progress. It runs whether or not you
 * await it. Failed chunks do not reject it; they are in `failures` of the summary.
 *
 * ```ts
 * const job = client.subscribers.upsertMany(subscribers);
 * for await (const { accepted } of job) console.log(`${accepted} accepted`);
 * const { rejections, failures } = await job;
 * ```
 *
 * @throws {@link BulkError} if it stops before the end of the source.
 */
export class BulkJob<Input = unknown, Output = unknown>
  extends Thenable<BulkSummary<Input>>
  implements AsyncIterable<BulkProgress>
{
  readonly #controller = new AbortController();
  readonly #outcome: Promise<BulkSummary<Input>>;
  #run: BulkRun<Input, Output> | undefined;
  #isOver = false;
  #steps = 0;
  /** Resolves at the next step and is then replaced. */
  #step = deferred<void>();

  /** @internal */
  constructor(work: Omit<BulkWork<Input, Output>, 'signal' | 'onProgress'>) {
    super();
    this.#outcome = this.#start(work).finally(() => {
      this.#isOver = true;
      this.#step.resolve();
    });
  }

  get progress(): BulkProgress {
    return this.#run?.progress ?? NOTHING;
  }

  /** Aborts the job and its requests. It then rejects with the reason. */
  abort(reason?: unknown): void {
    abort(this.#controller, reason);
  }

  /**
   * Iterates over the progress after each chunk. A slow loop skips to the latest progress and delays nothing. The
   * loop ends with the job, and throws its error. Leaving the loop does not end the job.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<BulkProgress, void, undefined> {
    for (let seen = 0; !this.#isOver; ) {
      if (seen === this.#steps) await this.#step.promise;
      if (this.#isOver) break;
      seen = this.#steps;
      yield this.progress;
    }
    await this.#outcome;
    yield this.progress;
  }

  protected override result(): Promise<BulkSummary<Input>> {
    return this.#outcome;
  }

  // Asynchronous, so that invalid options reject the job.
  async #start(work: Omit<BulkWork<Input, Output>, 'signal' | 'onProgress'>): Promise<BulkSummary<Input>> {
    const { signal } = this.#controller;
    const release = follow(this.#controller, work.options.signal);
    const onProgress = () => {
      this.#steps += 1;
      this.#step.resolve();
      this.#step = deferred();
    };
    try {
      // Loaded on use: most programs never send this much.
      const { BulkRun } = await import('./bulk-run.ts');
      this.#run = new BulkRun({ ...work, signal, onProgress });
      return await this.#run.run();
    } finally {
      release();
    }
  }
}

const NOTHING = {
  read: 0,
  resumed: 0,
  rejected: 0,
  sent: 0,
  accepted: 0,
  failed: 0,
  unknown: 0,
  position: 0,
};
