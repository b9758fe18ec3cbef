import { type Signal, signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { ofAccount } from './accounts.ts';
import { onChange, type Topic } from './changes.ts';
import {
  type AccountRoute,
  ApiError,
  callApi,
  type InputOf,
  type OwnInputOf,
  type ReadRoute,
  type ResponseOf,
} from './request.ts';

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

interface State<Data> {
  readonly data: Data | undefined;
  readonly error: ApiError | undefined;
}

export interface Resource<Data> extends State<Data> {
  readonly isLoading: boolean;
  readonly reload: () => void;
}

/**
 * Calls an operation that reads, and again whenever one of the topics changes. Another route, input or version of what is read
 * starts again. Without a route, nothing is read.
 */
export function useServerResource<const R extends ReadRoute>(
  route: R | undefined,
  input: InputOf<R>,
  topics: readonly Topic[],
  version = '',
): Resource<ResponseOf<R>> {
  const reader = useMemo(
    () => new ResponseReader(route, input),
    [`${route} ${JSON.stringify(input)} ${version}`],
  );
  const { data, error } = useReader(reader, topics);
  return { data, error, isLoading: data === undefined && error === undefined, reload: reader.reload };
}

/** As {@link useServerResource}, with an operation of the chosen account. */
export const useResource = <const R extends AccountRoute & ReadRoute>(
  route: R | undefined,
  input: OwnInputOf<R>,
  topics: readonly Topic[],
  version = '',
): Resource<ResponseOf<R>> =>
  useServerResource(route, { ...input, ...ofAccount() } as unknown as InputOf<R>, topics, version); // as OwnInputOf says

/** A resource or list that stays while that of another input loads. */
export function useSteady<State extends { readonly isLoading: boolean }>(state: State): State {
  const last = useRef(state);
  if (!state.isLoading) last.current = state;
  return last.current;
}

class ResponseReader<R extends ReadRoute> extends Reader<State<ResponseOf<R>>> {
  readonly #route: R | undefined;
  readonly #input: InputOf<R>;

  constructor(route: R | undefined, input: InputOf<R>) {
    super({ data: undefined, error: undefined });
    this.#route = route;
    this.#input = input;
  }

  protected async first(signal: AbortSignal): Promise<void> {
    if (this.#route === undefined) return;
    const data = await callApi(this.#route, this.#input, signal);
    if (!signal.aborted) this.state.value = { data, error: undefined };
  }
}
