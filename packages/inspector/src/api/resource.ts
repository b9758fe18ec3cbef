import { useMemo, useRef } from 'preact/hooks';
import { ofAccount } from './accounts.ts';
import type { Topic } from './changes.ts';
import { Reader, useReader } from './reader.ts';
import { type ApiError, callApi } from './request.ts';
import type { AccountRoute, InputOf, OwnInputOf, ReadRoute, ResponseOf } from './responses.ts';

interface State<Data> {
  /** The last response; it stays while a newer one loads. */
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
