import { ApiError, RateLimitError } from '../core/api-errors.ts';
import { ConnectionError, InputError, LimitReachedError, ResponseValidationError } from '../core/errors.ts';
import type { CallOptions } from '../options.ts';
import type { Operation } from '../transport/operation.ts';
import type { Transport } from '../transport/transport.ts';
import type { Chunk } from './chunk-reader.ts';
import type { Counters } from './counters.ts';
import type { RecordRange } from './options.ts';
import type { BulkChunk, RejectedRecord } from './progress.ts';

type Sent<Input, Output> = Omit<BulkChunk<Input, Output>, 'from' | 'to'>;

interface ChunkSenderOptions<Input, Output> {
  readonly transport: Transport;
  readonly operation: Operation<readonly Input[], Output>;
  readonly call: CallOptions;
  /** Whether a chunk may be sent twice. */
  readonly mayRepeat: boolean;
  readonly counters: Counters<Input>;
  /** Called before a chunk is sent for the first time. */
  readonly onStart: (range: RecordRange) => Promise<void>;
}

export class ChunkSender<Input, Output> {
  readonly #options: ChunkSenderOptions<Input, Output>;

  constructor(options: ChunkSenderOptions<Input, Output>) {
    this.#options = options;
  }

  async send(chunk: Chunk<Input>): Promise<Sent<Input, Output>> {
    const sent = await this.#send(chunk);
    const rejected = sent.error instanceof InputError ? unserializable(chunk) : [];
    if (rejected.length === 0) return sent;
    for (const record of rejected) await this.#options.counters.reject(record);
    const indexes = new Set(rejected.map(({ index }) => index));
    const isLeft = (_: unknown, at: number) => !indexes.has(chunk.indexes[at] ?? 0);
    const records = chunk.records.filter(isLeft);
    return await this.#send({ ...chunk, records, indexes: chunk.indexes.filter(isLeft) });
  }

  async #send(chunk: Chunk<Input>): Promise<Sent<Input, Output>> {
    const { records, range } = chunk;
    const { length } = records;
    if (length === 0) return { outcome: 'accepted', records };
    const { transport, operation, call, mayRepeat, counters, onStart } = this.#options;
    let isSent = false;
    // Does not use `records`: runtimes keep the closures of a request, and what they use, in memory after it has ended.
    const beforeSending = async () => {
      if (isSent) return;
      await onStart(range);
      isSent = true;
      counters.sent += length;
    };
    try {
      const given = { body: records, options: call, beforeSending, isRead: true };
      return { outcome: 'accepted', records, result: await transport.call(operation, given) };
    } catch (error) {
      // The service accepted the chunk, but its response deviates from the interface.
      if (error instanceof ResponseValidationError) {
        return { outcome: 'accepted', records, result: error.data as Output, error };
      }
      const outcome = !isSent || wasNotAccepted(error, mayRepeat) ? 'failed' : 'unknown';
      return { outcome, records, error };
    }
  }
}

/** Whether the service certainly accepted nothing. An earlier attempt without a response may have been accepted. */
function wasNotAccepted(error: unknown, mayRepeat: boolean): boolean {
  if (error instanceof RateLimitError || error instanceof LimitReachedError) return !mayRepeat;
  if (error instanceof ConnectionError) return error.isUnsent && !mayRepeat;
  if (error instanceof InputError) return true;
  return error instanceof ApiError && error.status < 500 && error.status !== 408;
}

/** Whether every further chunk would fail too: because of credentials, account, URL, options or rate limit. */
export function failsEveryChunk(error: unknown): boolean {
  if (error instanceof LimitReachedError || error instanceof InputError) return true;
  if (error instanceof RateLimitError) return error.scope === 'hourly';
  return error instanceof ApiError && (error.status < 400 || [401, 403, 404].includes(error.status));
}

/** The records of a chunk that cannot be serialized as JSON. */
function unserializable<Input>({ records, indexes }: Chunk<Input>): RejectedRecord<Input>[] {
  return records.flatMap((record, at) => {
    try {
      JSON.stringify(record);
      return [];
    } catch (error) {
      const message = `cannot be serialized as JSON: ${error instanceof Error ? error.message : error}`;
      return [{ index: indexes[at] ?? 0, record, issues: [{ code: 'shape_error', attribute: '', message }] }];
    }
  });
}
