/*
 * Aborting with what every runtime has: React Native lacks reasons of signals, `throwIfAborted`, `AbortSignal.any`,
 * `DOMException` and `Promise.withResolvers`.
 */

const reasons = new WeakMap<AbortSignal, unknown>();

/** Aborts with a reason that {@link reasonOf} finds in any runtime. */
export function abort(controller: AbortController, reason: unknown): void {
  if (reason !== undefined) reasons.set(controller.signal, reason);
  controller.abort(reason);
}

/** The reason of an aborted signal; an error named `AbortError` if the runtime has lost it. */
export function reasonOf(signal: AbortSignal): unknown {
  const reason: unknown = reasons.has(signal) ? reasons.get(signal) : signal.reason;
  if (reason !== undefined) return reason;
  return Object.assign(new Error('The operation was aborted.'), { name: 'AbortError' });
}

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw reasonOf(signal);
}

/** Aborts the controller when the signal aborts. Returns a function that ends this: runtimes keep a signal with listeners. */
export function follow(controller: AbortController, signal: AbortSignal | undefined): () => void {
  if (!signal) return () => {};
  const leave = () => abort(controller, reasonOf(signal));
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave);
  return () => signal.removeEventListener('abort', leave);
}

interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T | PromiseLike<T>) => void;
  readonly reject: (reason: unknown) => void;
}

/** Makes a promise that is settled from outside. */
export function deferred<T>(): Deferred<T> {
  let settle: Omit<Deferred<T>, 'promise'> | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...(settle as Omit<Deferred<T>, 'promise'>) }; // set by the constructor
}
