/** A value, or a promise of it: some implementations have it at once, others have to wait for it. */
export type MaybePromise<T> = T | Promise<T>;
