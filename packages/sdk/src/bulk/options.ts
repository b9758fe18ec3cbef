import { BATCH_LIMIT } from '../contract/schema/layout.ts';
import { checkNames } from '../core/check-options.ts';
import { InputError } from '../core/errors.ts';
import { type CallOptions, isCallOption } from '../options.ts';
import type { CheckpointStore } from './checkpoint.ts';
import type { BulkChunk, RefusedRecord } from './progress.ts';

/** Where records come from. It is read once, and no faster than they are sent. */
export type BulkSource<Input> = Iterable<Input> | AsyncIterable<Input> | ReadableStream<Input>;

/** Options of the methods that end in `Many`: those of a call, which hold for each request, and these. */
export interface BulkOptions<Input = unknown, Output = unknown> extends CallOptions {
  /** Records in one request, 1 to 1000. Default 1000. */
  readonly chunkSize?: number | undefined;
  /**
   * Requests at a time. Default 1, which keeps the order of the records; more is faster where no two records speak
   * of the same person or thing.
   */
  readonly concurrency?: number | undefined;
  /** Where to note what is done, so that another run with the same records goes on from there. */
  readonly checkpoint?: CheckpointStore | undefined;
  /**
   * What to do with a chunk that may have been taken, when taking it twice would count twice: `stop` the job and
   * leave it to you, `skip` it, or `repeat` it. Default `stop`. Where taking it twice does no harm it is repeated.
   */
  readonly onUnknown?: 'skip' | 'repeat' | 'stop' | undefined;
  /** Called for each record that cannot be right; it is left out. A promise is awaited. */
  readonly onRefused?: ((refused: RefusedRecord<Input>) => void | Promise<void>) | undefined;
  /** Called for each chunk when it is known, or not to be known, what came of it. A promise is awaited. */
  readonly onChunk?: ((chunk: BulkChunk<Input, Output>) => void | Promise<void>) | undefined;
  /** How many refused records, and how many failed chunks, the summary holds; the first ones. Default 100. */
  readonly keep?: number | undefined;
  /** How many chunks in a row may fail before the job stops. Default 3; `Infinity` for any number. */
  readonly stopAfter?: number | undefined;
}

/** The options of one job, checked and complete; those of its calls apart. */
export interface BulkSettings<Input, Output> {
  readonly chunkSize: number;
  readonly concurrency: number;
  readonly checkpoint: CheckpointStore | undefined;
  readonly onUnknown: 'skip' | 'repeat' | 'stop';
  readonly onRefused: NonNullable<BulkOptions<Input>['onRefused']>;
  readonly onChunk: NonNullable<BulkOptions<Input, Output>['onChunk']>;
  readonly keep: number;
  readonly stopAfter: number;
  readonly call: CallOptions;
}

const BULK_OPTIONS = [
  ...['chunkSize', 'concurrency', 'checkpoint', 'onUnknown', 'onRefused', 'onChunk', 'keep', 'stopAfter'],
];

/** Checks the options of a job. `owner` is the method that they were given to. */
export function bulkSettingsOf<Input, Output>(
  options: BulkOptions<Input, Output>,
  owner: string,
): BulkSettings<Input, Output> {
  const { chunkSize = BATCH_LIMIT, concurrency = 1, checkpoint, onUnknown = 'stop' } = options;
  const { onRefused = () => {}, onChunk = () => {}, keep = 100, stopAfter = 3 } = options;
  const entries = Object.entries(options);
  const own = entries.filter(([name]) => !isCallOption(name));
  checkNames(Object.fromEntries(own), BULK_OPTIONS, `the options of ${owner}`);
  checkCount('chunkSize', chunkSize, 1, BATCH_LIMIT);
  checkCount('concurrency', concurrency, 1);
  checkCount('keep', keep, 0);
  checkCount('stopAfter', stopAfter, 1);
  if (!['skip', 'repeat', 'stop'].includes(onUnknown)) {
    throw new InputError("`onUnknown` must be 'skip', 'repeat' or 'stop'.");
  }
  const call: CallOptions = Object.fromEntries(entries.filter(([name]) => isCallOption(name)));
  return { chunkSize, concurrency, checkpoint, onUnknown, onRefused, onChunk, keep, stopAfter, call };
}

function checkCount(name: string, value: number, least: number, most = Infinity): void {
  if ((Number.isInteger(value) || value === most) && value >= least && value <= most) return;
  throw new InputError(
    `\`${name}\` must be a whole number from ${least}${most < Infinity ? ` to ${most}` : ''}.`,
  );
}
