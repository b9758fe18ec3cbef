import { stopwatch } from '../../shared/platform/timers.ts';

/** A transaction that waits for the lock of its account. */
export type LockWait = ReturnType<LockWaits['begin']>;

/** The transactions of a server that wait for the lock of their account, or of all accounts. */
export class LockWaits {
  /** In the order in which the waits began. */
  readonly #waits = new Set<() => number>();

  /** `end` can be called again. */
  begin() {
    const elapsed = stopwatch();
    this.#waits.add(elapsed);
    return { elapsed, end: () => void this.#waits.delete(elapsed) };
  }

  get count(): number {
    return this.#waits.size;
  }

  /** Real milliseconds of the longest wait; 0 without one. */
  get oldest(): number {
    const [first] = this.#waits;
    return first?.() ?? 0;
  }
}
