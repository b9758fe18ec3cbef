import { ApiError, ConnectionError, InputError, LimitReachedError, RateLimitError } from '../errors.ts';
import type { CallOptions } from '../options.ts';
import type { Chunk } from './chunk-reader.ts';
import type { BulkChunk, RefusedRecord } from './progress.ts';
import type { Tally } from './tally.ts';

/** Sends one batch. */
export type SendBatch<Input, Output> = (records: readonly Input[], options: CallOptions) => Promise<Output>;

/** A chunk that was sent, and what came of it. */
export type Sent<Input, Output> = Omit<BulkChunk<Input, Output>, 'from' | 'to'>;

interface ChunkSenderOptions<Input, Output> {
  readonly send: SendBatch<Input, Output>;
  readonly call: CallOptions;
  /** Whether a chunk may be taken twice. */
  readonly mayRepeat: boolean;
  readonly tally: Tally<Input>;
}

/** Sends chunks and tells what came of them. */
export class ChunkSender<Input, Output> {
  readonly #options: ChunkSenderOptions<Input, Output>;

  constructor(options: ChunkSenderOptions<Input, Output>) {
    this.#options = options;
  }

  async send(chunk: Chunk<Input>): Promise<Sent<Input, Output>> {
    const sent = await this.#send(chunk.records);
    const refused = sent.error instanceof InputError ? unwritable(chunk) : [];
    if (refused.length === 0) return sent;
    const { tally } = this.#options;
    tally.sent -= chunk.records.length; // nothing was
    for (const one of refused) await tally.refuse(one);
    const indexes = new Set(refused.map(({ index }) => index));
    return await this.#send(chunk.records.filter((_, at) => !indexes.has(chunk.indexes[at] ?? 0)));
  }

  async #send(records: readonly Input[]): Promise<Sent<Input, Output>> {
    if (records.length === 0) return { outcome: 'accepted', records };
    const { send, call, mayRepeat, tally } = this.#options;
    tally.sent += records.length;
    try {
      return { outcome: 'accepted', records, result: await send(records, call) };
    } catch (error) {
      return { outcome: wasNotTaken(error, mayRepeat) ? 'failed' : 'unknown', records, error };
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
      return [{ index: indexes[at] ?? 0, record, faults: [{ code: 'shape_error', attribute: '', message }] }];
    }
  });
}
