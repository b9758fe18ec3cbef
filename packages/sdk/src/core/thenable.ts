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
