import { type Signal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { onChange, type Topic } from './changes.ts';
import { ApiError } from './request.ts';

/** Reads into a state, one read at a time. A change during a read is read once more. */
export abstract class Reader<State extends { readonly error: ApiError | undefined }> {
  readonly state: Signal<State>;
  #running: AbortController | undefined;
  #isOutdated = false;

  constructor(state: State) {
    this.state = signal(state);
  }

  protected abstract first(signal: AbortSignal): Promise<void>;

  readonly reload = (): void => {
    if (this.#running) this.#isOutdated = true;
    else this.run((signal) => this.first(signal));
  };

  readonly stop = (): void => {
    this.#running?.abort();
    this.#running = undefined;
  };

  protected run(read: (signal: AbortSignal) => Promise<void>): void {
    if (this.#running) return;
    const running = new AbortController();
    this.#running = running;
    this.#isOutdated = false;
    void this.#finish(read, running);
  }

  async #finish(read: (signal: AbortSignal) => Promise<void>, running: AbortController): Promise<void> {
    try {
      await read(running.signal);
    } catch (error) {
      if (running.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      this.state.value = { ...this.state.peek(), error };
    }
    if (this.#running !== running) return;
    this.#running = undefined;
    if (this.#isOutdated) this.reload();
  }
}

/** Reads while a component is drawn, and again whenever one of the topics changes. */
export function useReader<State extends { readonly error: ApiError | undefined }>(
  reader: Reader<State>,
  topics: readonly Topic[],
): State {
  useEffect(() => {
    reader.reload();
    const end = onChange(topics, reader.reload);
    return () => {
      end();
      reader.stop();
    };
  }, [reader, topics.join()]);
  return reader.state.value;
}
