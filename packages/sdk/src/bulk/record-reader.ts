import { InputError } from '../core/errors.ts';
import type { BulkSource } from './options.ts';

/** Reads records from a source one by one, until the signal aborts. */
export class RecordReader<Input> {
  readonly #iterator: Iterator<Input> | AsyncIterator<Input>;
  #isOver = false;
  /** Ends a wait for the source. */
  #interrupt: (() => void) | undefined;

  constructor(source: BulkSource<Input>, signal: AbortSignal) {
    this.#iterator = iteratorOf(source);
    const end = () => {
      this.#isOver = true;
      this.#interrupt?.();
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  }

  /** Reads the next record, synchronously if the source is synchronous. Ends with the source or the signal. */
  next(): IteratorResult<Input, unknown> | Promise<IteratorResult<Input, unknown>> {
    if (this.#isOver) return OVER;
    const step = this.#iterator.next();
    return isPromise(step) ? this.#untilInterrupted(step) : step;
  }

  /** Closes the source, without waiting for it, since it may hang. */
  close(): void {
    const closed = this.#iterator.return?.();
    if (isPromise(closed)) closed.catch(() => {}); // the job has its result already
  }

  // `Promise.race` with one lasting promise would keep every record in memory.
  #untilInterrupted(step: Promise<IteratorResult<Input>>): Promise<IteratorResult<Input, unknown>> {
    return new Promise((resolve, reject) => {
      this.#interrupt = () => resolve(OVER);
      step.then(resolve, reject);
    });
  }
}

const OVER: IteratorReturnResult<undefined> = { done: true, value: undefined };

function iteratorOf<Input>(source: BulkSource<Input>): Iterator<Input> | AsyncIterator<Input> {
  if (typeof source === 'object' && source !== null) {
    if (Symbol.asyncIterator in source) return source[Symbol.asyncIterator]();
    if (Symbol.iterator in source) return source[Symbol.iterator]();
    // Safari cannot iterate streams.
    if ('getReader' in source) return streamIterator(source as ReadableStream<Input>);
  }
  const kinds = 'an array, an iterable, an async iterable or a ReadableStream';
  throw new InputError(`The source of records must be ${kinds}.`);
}

async function* streamIterator<Input>(stream: ReadableStream<Input>): AsyncGenerator<Input, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel(); // does nothing after the end
  }
}

function isPromise<T>(value: T | Promise<T> | undefined): value is Promise<T> {
  return typeof value === 'object' && value !== null && 'then' in value;
}
