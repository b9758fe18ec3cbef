import {
  ApiError,
  ConnectionError,
  InputError,
  LimitReachedError,
  RateLimitError,
  ResponseValidationError,
} from '../core/errors.ts';
import type { CallOptions } from '../options.ts';
import type { Chunk } from './chunk-reader.ts';
import type { Counters } from './counters.ts';
import type { BulkChunk, RefusedRecord } from './progress.ts';

/** Sends one batch. `beforeSending` is awaited before each attempt, when all waits for the limits are over. */
export type SendBatch<Input, Output> = (
  records: readonly Input[],
  options: CallOptions,
  beforeSending: () => Promise<void>,
) => Promise<Output>;

/** A chunk that was sent, and what came of it. */
export type Sent<Input, Output> = Omit<BulkChunk<Input, Output>, 'from' | 'to'>;

interface ChunkSenderOptions<Input, Output> {
  readonly send: SendBatch<Input, Output>;
  readonly call: CallOptions;
  /** Whether a chunk may be taken twice. */
  readonly mayRepeat: boolean;
  readonly counters: Counters<Input>;
  /** Called before the chunk is sent for the first time. */
  readonly begin: (chunk: Chunk<Input>) => Promise<void>;
}

/** Sends chunks and tells what came of them. */
export class ChunkSender<Input, Output> {
  readonly #options: ChunkSenderOptions<Input, Output>;

  constructor(options: ChunkSenderOptions<Input, Output>) {
    this.#options = options;
  }

  async send(chunk: Chunk<Input>): Promise<Sent<Input, Output>> {
    const sent = await this.#send(chunk);
    const refused = sent.error instanceof InputError ? unwritable(chunk) : [];
    if (refused.length === 0) return sent;
    for (const one of refused) await this.#options.counters.refuse(one);
    const indexes = new Set(refused.map(({ index }) => index));
    const isLeft = (_: unknown, at: number) => !indexes.has(chunk.indexes[at] ?? 0);
    const records = chunk.records.filter(isLeft);
    return await this.#send({ ...chunk, records, indexes: chunk.indexes.filter(isLeft) });
  }

  async #send(chunk: Chunk<Input>): Promise<Sent<Input, Output>> {
    const { records } = chunk;
    if (records.length === 0) return { outcome: 'accepted', records };
    const { send, call, mayRepeat, counters, begin } = this.#options;
    let isSent = false;
    const beforeSending = async () => {
      if (isSent) return;
      await begin(chunk);
      isSent = true;
      counters.sent += records.length;
    };
    try {
      return { outcome: 'accepted', records, result: await send(records, call, beforeSending) };
    } catch (error) {
      // The service took it, and answered more or less what the interface says.
      if (error instanceof ResponseValidationError) {
        return { outcome: 'accepted', records, result: error.data as Output, error };
      }
      const outcome = !isSent || wasNotTaken(error, mayRepeat) ? 'failed' : 'unknown';
      return { outcome, records, error };
    }
  }
}

/** Whether it is sure that nothing was taken. An earlier attempt that had no answer may have been. */
function wasNotTaken(error: unknown, mayRepeat: boolean): boolean {
  if (error instanceof RateLimitError || error instanceof LimitReachedError) return !mayRepeat;
  if (error instanceof ConnectionError) return error.isUnsent && !mayRepeat;
  if (error instanceof InputError) return true;
  return error instanceof ApiError && error.status < 500 && error.status !== 408;
}

/** Whether every other request would come to the same: the credentials, the account, the address, the options or the hour. */
export function concernsAll(error: unknown): boolean {
  if (error instanceof LimitReachedError || error instanceof InputError) return true;
  if (error instanceof RateLimitError) return error.scope === 'hourly';
  return error instanceof ApiError && (error.status < 400 || [401, 403, 404].includes(error.status));
}

/** The records of a chunk that cannot be written as JSON. */
function unwritable<Input>({ records, indexes }: Chunk<Input>): RefusedRecord<Input>[] {
  return records.flatMap((record, at) => {
    try {
      JSON.stringify(record);
      return [];
    } catch (error) {
      const message = `cannot be written as JSON: ${error instanceof Error ? error.message : error}`;
      return [{ index: indexes[at] ?? 0, record, issues: [{ code: 'shape_error', attribute: '', message }] }];
    }
  });
}
