/** What a call gives and the HTTP response that it came in. */
export interface WithResponse<T> {
  readonly data: T;
  /** Status and headers; its body has been read. */
  readonly response: Response;
}

/**
 * The promise of a call's result. The request is on its way whether or not anybody awaits it.
 *
 * ```ts
 * const { data, response } = await client.accounts.get().withResponse();
 * ```
 */
export class ApiPromise<T> extends Promise<T> {
  // `then` and `catch` give plain promises.
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  readonly #outcome: Promise<WithResponse<T>>;

  constructor(outcome: Promise<WithResponse<T>>) {
    // This promise itself never settles: `then` speaks for the outcome. So a failure that was handled by
    // `withResponse` alone is not reported as unhandled a second time.
    super(() => {});
    this.#outcome = outcome;
  }

  /** The result together with the HTTP response. */
  withResponse(): Promise<WithResponse<T>> {
    return this.#outcome.then((outcome) => outcome);
  }

  // biome-ignore lint/suspicious/noThenProperty: this class is a promise.
  override then<Fulfilled = T, Rejected = never>(
    onFulfilled?: ((value: T) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    // In two steps, through which V8 finds the line that awaits when it makes the stack of an error.
    return this.#outcome.then(({ data }) => data).then(onFulfilled, onRejected);
  }
}
