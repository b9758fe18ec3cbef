import { type Signal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { onChange, type Topic } from './changes.ts';
import { ApiError, callApi } from './request.ts';
import type { InputOf, ReadRoute, ResponseOf } from './responses.ts';

/** What a page shows of a response. */
export interface Resource<Data> {
  /** The last response; it stays while a newer one loads. */
  readonly data: Data | undefined;
  readonly error: ApiError | undefined;
  /** Whether there is nothing to show yet. */
  readonly isLoading: boolean;
  /** Loads it again. */
  readonly reload: () => void;
}

interface State<Data> {
  readonly data: Data | undefined;
  readonly error: ApiError | undefined;
}

/**
 * Calls an operation that reads, and again whenever one of the topics changes. Another route or input starts again.
 * Without a route, nothing is read.
 */
export function useResource<const R extends ReadRoute>(
  route: R | undefined,
  input: InputOf<R>,
  topics: readonly Topic[],
): Resource<ResponseOf<R>> {
  const key = `${route} ${JSON.stringify(input)}`;
  const reader = useMemo(
    () => new Reader(route && ((signal: AbortSignal) => callApi(route, input, signal))),
    [key],
  );
  const topicList = topics.join();
  useEffect(() => {
    reader.load();
    const end = onChange(topics, reader.load);
    return () => {
      end();
      reader.stop();
    };
  }, [reader, topicList]);
  const { data, error } = reader.state.value;
  return { data, error, isLoading: data === undefined && error === undefined, reload: reader.load };
}

/** Reads one response at a time. If something changes while it reads, it reads once more. */
class Reader<Data> {
  readonly state: Signal<State<Data>> = signal<State<Data>>({ data: undefined, error: undefined });
  readonly #call: ((signal: AbortSignal) => Promise<Data>) | undefined;
  #running: AbortController | undefined;
  #isOutdated = false;

  constructor(call: ((signal: AbortSignal) => Promise<Data>) | undefined) {
    this.#call = call;
  }

  readonly load = (): void => {
    if (this.#call === undefined) return;
    if (this.#running) this.#isOutdated = true;
    else void this.#read(this.#call, new AbortController());
  };

  readonly stop = (): void => {
    this.#running?.abort();
    this.#running = undefined;
  };

  async #read(call: (signal: AbortSignal) => Promise<Data>, running: AbortController): Promise<void> {
    this.#running = running;
    this.#isOutdated = false;
    try {
      const { signal } = running;
      const data = await call(signal);
      if (!signal.aborted) this.state.value = { data, error: undefined };
    } catch (error) {
      if (running.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      this.state.value = { data: this.state.peek().data, error };
    }
    if (this.#running !== running) return;
    this.#running = undefined;
    if (this.#isOutdated) this.load();
  }
}
