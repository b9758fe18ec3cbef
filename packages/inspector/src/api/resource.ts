import { type Signal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Call, ReadPath } from './answers.ts';
import { onChange, type Topic } from './changes.ts';
import { ApiError, callApi, type Parameters } from './request.ts';

/** What a page shows of a response. */
export interface Resource<Data> {
  /** The last answer; it stays while a newer one loads. */
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
 * Reads the response of `GET /_admin<path>`, and again whenever one of the topics changes. Another path or query starts
 * again. Without a path, nothing is read.
 */
export function useResource<Data>(
  path: ReadPath | undefined,
  query: Parameters,
  topics: readonly Topic[],
): Resource<Data> {
  const key = `${path} ${JSON.stringify(query)}`;
  const reader = useMemo(() => new Reader<Data>(path, query), [key]);
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
  readonly #path: ReadPath | undefined;
  readonly #query: Parameters;
  #running: AbortController | undefined;
  #isOutdated = false;

  constructor(path: ReadPath | undefined, query: Parameters) {
    this.#path = path;
    this.#query = query;
  }

  readonly load = (): void => {
    if (this.#path === undefined) return;
    if (this.#running) this.#isOutdated = true;
    else void this.#read(this.#path, new AbortController());
  };

  readonly stop = (): void => {
    this.#running?.abort();
    this.#running = undefined;
  };

  async #read(path: ReadPath, running: AbortController): Promise<void> {
    this.#running = running;
    this.#isOutdated = false;
    try {
      const { signal } = running;
      const data = await callApi<Data>(`GET ${path}` as Call, { query: this.#query, signal });
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
