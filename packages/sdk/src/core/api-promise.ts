import { Thenable } from './thenable.ts';

/** The result of a call with its HTTP response. */
export interface WithResponse<T> {
  readonly data: T;
  /** Status and headers. The body has been read. */
  readonly response: Response;
}

/**
 * The promise of a call's result. The request is sent whether or not you await it.
 *
 * ```ts
 * const { data, response } = await client.accounts.get().withResponse();
 * ```
 */
export class ApiPromise<T> extends Thenable<T> {
  readonly #outcome: Promise<WithResponse<T>>;

  constructor(outcome: Promise<WithResponse<T>>) {
    super();
    this.#outcome = outcome;
  }

  /** The result together with the HTTP response. */
  withResponse(): Promise<WithResponse<T>> {
    return this.#outcome;
  }

  protected override result(): Promise<T> {
    return this.#outcome.then(({ data }) => data);
  }
}
