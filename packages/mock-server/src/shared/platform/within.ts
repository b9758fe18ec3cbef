import { after } from './timers.ts';

/** The longest time for an operator's question to the database, in real milliseconds. */
export const DATABASE_DEADLINE = 2000;

/** Returns the result of `work`, or `late` if it takes longer. */
export function within<T>(work: Promise<T>, milliseconds: number, late: T): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = after(milliseconds, () => resolve(late));
    work.then(resolve, reject).finally(cancel);
  });
}
