import { InputError } from '../core/errors.ts';
import type { BulkSource } from './options.ts';

/** Takes records from a source one by one, and no longer than until the signal ends it. */
export class RecordReader<Input> {
  readonly #iterator: Iterator<Input> | AsyncIterator<Input>;
  #isOver = false;
  /** Ends the wait for a record. */
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

  /** The next record, at once where the source has it. It is done when the source is, or with the signal. */
  next(): IteratorResult<Input, unknown> | Promise<IteratorResult<Input, unknown>> {
    if (this.#isOver) return OVER;
    const step = this.#iterator.next();
    return isPromise(step) ? this.#untilInterrupted(step) : step;
  }

  /** Tells the source that no more is wanted. It is not waited for: it may be stuck. */
  close(): void {
    const closed = this.#iterator.return?.();
    if (isPromise(closed)) closed.catch(() => {}); // the job has its outcome already
  }

  // A race with one lasting promise would keep every record in memory.
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
    // Streams that cannot be iterated, as in Safari.
    if ('getReader' in source) return streamIterator(source as ReadableStream<Input>);
  }
  throw new InputError('Records are wanted: an array, an iterable, an async iterable or a ReadableStream.');
}

async function* streamIterator<Input>(stream: ReadableStream<Input>): AsyncGenerator<Input, void> {
  const reader = stream.getReader();
  let isOver = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      isOver = done;
      if (done) return;
      yield value;
    }
  } finally {
    if (!isOver) await reader.cancel();
  }
}

function isPromise<T>(value: T | Promise<T> | undefined): value is Promise<T> {
  return typeof value === 'object' && value !== null && 'then' in value;
}
