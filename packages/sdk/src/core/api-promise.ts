import type { Page } from '../contract/schema/envelope.ts';
import type { RequestSummary } from './errors.ts';

/** The type of a reason in `Promise.catch`, which callers may narrow. */
type Reason = Parameters<NonNullable<Parameters<Promise<unknown>['catch']>[0]>>[0];

/** An object that can be awaited and passed wherever a promise can: it delegates to one. */
export abstract class Thenable<T> implements Promise<T> {
  readonly [Symbol.toStringTag]: string = 'Promise';

  /** The promise to delegate to. A failure that nobody handles is reported as that of any other promise. */
  protected abstract result(): Promise<T>;

  // biome-ignore lint/suspicious/noThenProperty: this class is a promise.
  then<Fulfilled = T, Rejected = never>(
    onFulfilled?: ((value: T) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.result().then(onFulfilled, onRejected);
  }

  catch<Rejected = never>(
    onRejected?: ((reason: Reason) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<T | Rejected> {
    return this.then(undefined, onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.result().finally(onFinally);
  }
}

/** The result of a call with its HTTP response. */
export interface WithResponse<T> {
  readonly data: T;
  /** Status and headers. The body has been read. */
  readonly response: Response;
}

/** The result of a call with its response, and its request for errors. */
export interface ApiResult<T> extends WithResponse<T> {
  readonly request: RequestSummary;
}

/** Fetches a page by number, from 1. The signal aborts the request. */
export type FetchPage<Item> = (page: number, signal: AbortSignal) => Promise<ApiResult<Page<Item>>>;

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
