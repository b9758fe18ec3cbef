import { BATCH_LIMIT } from '../contract/schema/layout.ts';
import { checkNames, checkOption } from '../core/settings.ts';
import { type CallOptions, isCallOption } from '../options.ts';
import type { BulkChunk, RejectedRecord } from './progress.ts';

/** The source of records. It is read once, and no faster than the records are sent. */
export type BulkSource<Input> = Iterable<Input> | AsyncIterable<Input> | ReadableStream<Input>;

/** Options of the methods that end in `Many`, in addition to those of each call. */
export interface BulkOptions<Input = unknown, Output = unknown> extends CallOptions {
  /** Records per request, from 1 to 1000. Default 1000. */
  readonly chunkSize?: number | undefined;
  /**
   * Maximum number of simultaneous requests. Default 1, which keeps the order of the records. More are faster, but
   * need records that are independent of each other.
   */
  readonly concurrency?: number | undefined;
  /** Stores the progress, so that another run with the same records can resume. */
  readonly checkpoint?: CheckpointStore | undefined;
  /**
   * The behaviour if the service may have accepted a chunk and repeating it would count twice: `stop` the job, `skip` the
   * chunk, or `repeat` it. Default `stop`. Operations that are safe to repeat are always repeated.
   */
  readonly onUnknown?: 'skip' | 'repeat' | 'stop' | undefined;
  /** Called for each invalid record, which is skipped. A promise is awaited. */
  readonly onRejected?: ((rejected: RejectedRecord<Input>) => void | Promise<void>) | undefined;
  /** Called with the outcome of each chunk. A promise is awaited. */
  readonly onChunk?: ((chunk: BulkChunk<Input, Output>) => void | Promise<void>) | undefined;
  /** Maximum number of rejected records, and of failed chunks, in the summary. Default 100. */
  readonly keep?: number | undefined;
  /** Number of consecutive failed chunks after which the job stops. Default 3; `Infinity` for never. */
  readonly stopAfter?: number | undefined;
}

export interface BulkSettings<Input, Output> {
  readonly chunkSize: number;
  readonly concurrency: number;
  readonly checkpoint: CheckpointStore | undefined;
  readonly onUnknown: 'skip' | 'repeat' | 'stop';
  readonly onRejected: NonNullable<BulkOptions<Input>['onRejected']>;
  readonly onChunk: NonNullable<BulkOptions<Input, Output>['onChunk']>;
  readonly keep: number;
  readonly stopAfter: number;
  readonly call: CallOptions;
}

const NAMES = [
  'chunkSize',
  'concurrency',
  'checkpoint',
  'onUnknown',
  'onRejected',
  'onChunk',
  'keep',
  'stopAfter',
];

/** Validates and completes the options of a job. `owner` names the method in errors. */
export function bulkSettingsOf<Input, Output>(
  options: BulkOptions<Input, Output>,
  owner: string,
): BulkSettings<Input, Output> {
  const { chunkSize = BATCH_LIMIT, concurrency = 1, checkpoint, onUnknown = 'stop' } = options;
  const { onRejected = () => {}, onChunk = () => {}, keep = 100, stopAfter = 3 } = options;
  const entries = Object.entries(options);
  const bulkOptions = entries.filter(([name]) => !isCallOption(name));
  checkNames(Object.fromEntries(bulkOptions), NAMES, `the options of ${owner}`);
  checkWhole('chunkSize', chunkSize, 1, BATCH_LIMIT);
  checkWhole('concurrency', concurrency, 1);
  checkWhole('keep', keep, 0);
  checkWhole('stopAfter', stopAfter, 1);
  checkOption('onUnknown', ['skip', 'repeat', 'stop'].includes(onUnknown), "'skip', 'repeat' or 'stop'");
  const call: CallOptions = Object.fromEntries(entries.filter(([name]) => isCallOption(name)));
  return { chunkSize, concurrency, checkpoint, onUnknown, onRejected, onChunk, keep, stopAfter, call };
}

function checkWhole(name: string, value: number, min: number, max = Infinity): void {
  const isValid = (Number.isInteger(value) || value === max) && value >= min && value <= max;
  checkOption(name, isValid, `a whole number from ${min}${max < Infinity ? ` to ${max}` : ''}`);
}

/** Records from the first index, inclusive, to the second, exclusive. */
export type RecordRange = readonly [from: number, to: number];

/** The progress of a bulk job as JSON. Another run can resume from it. */
export interface Checkpoint {
  /** The method, such as `subscribers.upsertMany`. No other method can resume it. */
  readonly operation: string;
  /** Index of the first unfinished record. */
  readonly position: number;
  /** Finished records after it. */
  readonly done: readonly RecordRange[];
  /** Records that the service may have accepted; only for operations that must not be repeated. */
  readonly pending: readonly RecordRange[];
}

/** Stores the checkpoint of one job, such as in a file or a database. Its methods are never called concurrently. */
export interface CheckpointStore {
  /** Returns the last saved checkpoint, or undefined. */
  load(): Promise<Checkpoint | undefined>;
  /** Replaces the saved checkpoint. Must resolve only once it is durable. */
  save(checkpoint: Checkpoint): Promise<void>;
}
