/** A value, or a promise of it: what one implementation has at once, another one has to wait for. */
export type MaybePromise<T> = T | Promise<T>;
