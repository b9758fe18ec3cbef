import { throwIfAborted } from '../core/abort.ts';
import { loadRareTests, type Operation } from '../transport/operation.ts';
import type { Transport } from '../transport/transport.ts';
import { BulkError } from './bulk-error.ts';
import { CheckpointLog } from './checkpoint-log.ts';
import { type Chunk, ChunkReader } from './chunk-reader.ts';
import { ChunkSender, failsEveryChunk } from './chunk-sender.ts';
import { Counters } from './counters.ts';
import { type BulkOptions, type BulkSettings, type BulkSource, bulkSettingsOf } from './options.ts';
import type { BulkChunk, BulkProgress, BulkSummary } from './progress.ts';
import { RecordReader } from './record-reader.ts';

export interface BulkWork<Input, Output> {
  readonly transport: Transport;
  readonly operation: Operation<readonly Input[], Output>;
  readonly source: BulkSource<Input>;
  readonly options: BulkOptions<Input, Output>;
  readonly signal: AbortSignal;
  /** Called after each chunk. */
  readonly onProgress: () => void;
}

/** One run of a job: reads, sends and records its progress until the source ends or the job stops. */
export class BulkRun<Input, Output> {
  readonly #work: BulkWork<Input, Output>;
  readonly #operation: string;
  readonly #settings: BulkSettings<Input, Output>;
  readonly #log: CheckpointLog;
  readonly #counters: Counters<Input>;
  readonly #sender: ChunkSender<Input, Output>;
  /** Whether a chunk may be sent twice. */
  readonly #mayRepeat: boolean;
  /** Stops reading. Requests in progress continue. */
  readonly #stopped = new AbortController();
  #failure: { readonly why: string; readonly cause?: unknown } | undefined;
  #failedInRow = 0;

  constructor(work: BulkWork<Input, Output>) {
    this.#work = work;
    this.#operation = work.operation.name.replace(/Batch$/, 'Many');
    this.#settings = bulkSettingsOf(work.options, `client.${this.#operation}`);
    this.#log = new CheckpointLog(this.#operation, this.#settings.checkpoint);
    this.#counters = new Counters(this.#settings);
    const { onUnknown, call: callOptions } = this.#settings;
    this.#mayRepeat = work.operation.repeatable || onUnknown === 'repeat' || callOptions.retryUnsafe === true;
    this.#sender = new ChunkSender({
      transport: work.transport,
      operation: work.operation,
      // Waits for the hourly rate limit. The records are already validated.
      call: {
        ...{ maxWait: Infinity, ...callOptions, signal: work.signal, validate: false },
        ...(onUnknown === 'repeat' && { retryUnsafe: true }),
      },
      mayRepeat: this.#mayRepeat,
      onStart: async (range) => {
        if (work.operation.repeatable) return;
        // Must not be sent twice. If it cannot be saved, every further chunk would fail in the same way.
        await this.#log.start(range).catch((error: unknown) => {
          this.#stop({ why: messageOf(error), cause: error });
          throw error;
        });
      },
      counters: this.#counters,
    });
  }

  get progress(): BulkProgress {
    return this.#counters.progress(this.#log.position);
  }

  async run(): Promise<BulkSummary<Input>> {
    const { signal, source } = this.#work;
    const stop = () => this.#stopped.abort();
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    const records = new RecordReader(source, this.#stopped.signal);
    try {
      await this.#log.load();
      await loadRareTests();
      await this.#settlePending();
      await this.#sendAll(records);
    } catch (error) {
      this.#stop({ why: messageOf(error), cause: error });
    } finally {
      signal.removeEventListener('abort', stop);
    }
    if (this.#stopped.signal.aborted) records.close();
    throwIfAborted(signal);
    const summary = this.#counters.summary(this.#log.position);
    if (!this.#failure) return summary;
    const { accepted, position } = summary;
    const { why, cause } = this.#failure;
    const progress = `${accepted} records accepted, at record ${position}`;
    throw new BulkError(`client.${this.#operation} stopped with ${progress}: ${why}`, summary, cause);
  }

  /** Resolves the chunks that an earlier run left pending. */
  async #settlePending(): Promise<void> {
    const { onUnknown, onChunk } = this.#settings;
    const ranges = [...this.#log.pending];
    if (ranges.length > 0 && onUnknown === 'stop') return this.#stop({ why: unknownOf(ranges) });
    for (const range of ranges) {
      const [from, to] = range;
      this.#log.end(range, onUnknown === 'skip');
      if (onUnknown !== 'skip') continue;
      const chunk: BulkChunk<Input, Output> = { from, to, outcome: 'unknown', records: [] };
      this.#counters.end(chunk, 0); // counted as resumed
      await onChunk(chunk);
    }
  }

  async #sendAll(records: RecordReader<Input>): Promise<void> {
    const { concurrency, chunkSize, call } = this.#settings;
    const chunks = new ChunkReader({
      records,
      chunkSize,
      log: this.#log,
      counters: this.#counters,
      operation: this.#work.operation,
      isChecking: call.validate ?? this.#work.transport.isChecking,
    });
    const running = new Set<Promise<void>>();
    try {
      while (!this.#stopped.signal.aborted) {
        const chunk = await chunks.next();
        // A chunk read while the job stopped is not sent.
        if (!chunk || this.#stopped.signal.aborted) break;
        const sending: Promise<void> = this.#handle(chunk)
          .catch((error: unknown) => this.#stop({ why: messageOf(error), cause: error }))
          .finally(() => running.delete(sending));
        running.add(sending);
        if (running.size >= concurrency) await Promise.race(running);
      }
    } finally {
      await Promise.all(running);
    }
  }

  async #handle(chunk: Chunk<Input>): Promise<void> {
    const [from, to] = chunk.range;
    const { onProgress } = this.#work;
    try {
      const sent = { from, to, ...(await this.#sender.send(chunk)) };
      this.#record(sent);
      if (sent.records.length > 0) await this.#settings.onChunk(sent);
      onProgress();
    } finally {
      await this.#log.save();
    }
  }

  #record(chunk: BulkChunk<Input, Output>): void {
    const { from, to, outcome, records } = chunk;
    this.#counters.end(chunk, records.length);
    const isUnknown = outcome === 'unknown' && !this.#mayRepeat;
    const isSkipped = isUnknown && this.#settings.onUnknown === 'skip' && !this.#work.signal.aborted;
    // An unknown chunk remains pending in the checkpoint until the caller decides about it.
    if (!isUnknown || isSkipped) this.#log.end([from, to], outcome === 'accepted' || isSkipped);
    if (outcome === 'accepted') this.#failedInRow = 0;
    else this.#stopIfHopeless(chunk, isUnknown && !isSkipped);
  }

  /** Stops the job if it cannot usefully continue. */
  #stopIfHopeless({ from, to, error }: BulkChunk<Input, Output>, needsDecision: boolean): void {
    this.#failedInRow += 1;
    const isInRow = this.#failedInRow >= this.#settings.stopAfter;
    const inRow = `${this.#failedInRow} chunks failed in a row. ${messageOf(error)}`;
    if (needsDecision) this.#stop({ why: unknownOf([[from, to]]), cause: error });
    else if (failsEveryChunk(error)) this.#stop({ why: messageOf(error), cause: error });
    else if (isInRow) this.#stop({ why: inRow, cause: error });
  }

  #stop(failure: { readonly why: string; readonly cause?: unknown }): void {
    this.#failure ??= failure;
    this.#stopped.abort();
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function unknownOf(ranges: readonly (readonly [number, number])[]): string {
  const list = ranges.map(([from, to]) => `${from} to ${to - 1}`).join(', ');
  return `it is unknown whether records ${list} were accepted. Set \`onUnknown\` to skip or repeat them.`;
}
