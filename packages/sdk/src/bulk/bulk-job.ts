import type { BulkRun, BulkWork } from './bulk-run.ts';
import type { BulkProgress, BulkSummary } from './progress.ts';

/**
 * A bulk job under way: the promise of its summary, and its progress as it goes on. It runs whether or not anybody
 * awaits it. Chunks that fail do not reject it; look at `failures` of the summary.
 *
 * ```ts
 * const job = client.subscribers.upsertMany(people);
 * for await (const { accepted } of job) console.log(`${accepted} accepted`);
 * const { refusals, failures } = await job;
 * ```
 *
 * @throws {@link BulkError} when it stops before the end of the source.
 */
export class BulkJob<Input = unknown, Output = unknown>
  extends Promise<BulkSummary<Input>>
  implements AsyncIterable<BulkProgress>
{
  // `then` and `catch` give plain promises.
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  readonly #controller = new AbortController();
  readonly #outcome: Promise<BulkSummary<Input>>;
  #run: BulkRun<Input, Output> | undefined;
  #isOver = false;
  #steps = 0;
  /** Settles with the next step, and a new one takes its place. */
  #step = Promise.withResolvers<void>();

  /** @internal */
  constructor(work: Omit<BulkWork<Input, Output>, 'signal' | 'onProgress'>) {
    // This promise itself never settles: `then` speaks for the outcome. So a failure that the loop over the progress
    // has thrown is not reported as unhandled a second time.
    super(() => {});
    this.#outcome = this.#start(work).finally(() => {
      this.#isOver = true;
      this.#step.resolve();
    });
  }

  /** How far it is now. */
  get progress(): BulkProgress {
    return this.#run?.progress ?? NOTHING;
  }

  /** Ends the job and its requests; it is then rejected with the reason. */
  abort(reason?: unknown): void {
    this.#controller.abort(reason);
  }

  /**
   * The progress after each chunk; a slow loop gets the latest only and holds up nothing. It ends with the job, by
   * the job's error if there is one. Leaving the loop does not end the job.
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

  // biome-ignore lint/suspicious/noThenProperty: this class is a promise.
  override then<Fulfilled = BulkSummary<Input>, Rejected = never>(
    onFulfilled?: ((value: BulkSummary<Input>) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#outcome.then(onFulfilled, onRejected);
  }

  // Asynchronous, so that wrong options reject the job.
  async #start(work: Omit<BulkWork<Input, Output>, 'signal' | 'onProgress'>): Promise<BulkSummary<Input>> {
    const own = this.#controller.signal;
    const given = work.options.signal;
    const signal = given ? AbortSignal.any([given, own]) : own;
    const onProgress = () => {
      this.#steps += 1;
      this.#step.resolve();
      this.#step = Promise.withResolvers();
    };
    // Loaded when it is needed: most programs never send this much.
    const { BulkRun } = await import('./bulk-run.ts');
    this.#run = new BulkRun({ ...work, signal, onProgress });
    return await this.#run.run();
  }
}

const NOTHING: BulkProgress = {
  ...{ read: 0, resumed: 0, refused: 0, sent: 0, accepted: 0, failed: 0, unknown: 0, position: 0 },
};
