import type { Caller } from './caller-stack.ts';
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
  readonly #caller: Caller | undefined;

  constructor(outcome: Promise<WithResponse<T>>, caller?: Caller) {
    super();
    this.#outcome = outcome;
    this.#caller = caller;
  }

  /** The result together with the HTTP response. */
  withResponse(): Promise<WithResponse<T>> {
    this.markAwaited();
    return this.#outcome;
  }

  /** Notes that somebody waits for the result. */
  protected markAwaited(): void {
    if (this.#caller) this.#caller.isAwaited = true;
  }

  protected override result(): Promise<T> {
    this.markAwaited();
    return this.#outcome.then(({ data }) => data);
  }
}
