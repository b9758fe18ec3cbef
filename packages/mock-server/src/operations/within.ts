import { after } from '../platform/timers.ts';

/** How long an operator's question to the database may take, in real milliseconds. */
export const DATABASE_DEADLINE = 2000;

/** The database did not answer in time. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  readonly milliseconds: number;

  constructor(milliseconds: number) {
    super(`The database did not answer within ${milliseconds} ms.`);
    this.milliseconds = milliseconds;
  }
}

/** Returns the result of `work`, or rejects with a `DeadlineError`. */
export function within<T>(work: () => Promise<T>, milliseconds = DATABASE_DEADLINE): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = after(milliseconds, () => reject(new DeadlineError(milliseconds)));
    work().then(resolve, reject).finally(cancel);
  });
}
