import { after } from '../../shared/platform/timers.ts';
import { isOutage } from '../../store/engine/errors.ts';
import type { Report } from './log-entry.ts';

/** Real milliseconds between two checks whether the database answers again. */
const INTERVAL = 1000;

/** Background work stopped because the machine failed, as with a full disk. All jobs stay in the queue. */
// Unspecified: U-151
export class OutageError extends Error {
  override readonly name = 'OutageError';

  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Background work stopped: ${reason}. No job is lost, and the work will be retried.`, { cause });
  }
}

export interface OutageLogParts {
  readonly log: Report;
  /** Logs the end of an outage, with the number of errors that were left out. */
  readonly logEnd: (leftOut: number) => void;
  /** Calls `work` later. Default: after a second. */
  readonly wait?: (work: () => void) => void;
}

/** Logs each reason of an outage of the database once, and its end. Other errors are all logged. */
export class OutageLog {
  readonly #parts: OutageLogParts;
  readonly #wait: (work: () => void) => void;
  /** The reasons already logged for the current outage. */
  readonly #reasons = new Set<string>();
  #leftOut = 0;
  #probe: (() => Promise<unknown>) | undefined;

  constructor(parts: OutageLogParts) {
    this.#parts = parts;
    this.#wait = parts.wait ?? ((work) => void after(INTERVAL, work));
  }

  /** Sets the function that asks the database for anything. Without it, all errors are logged. */
  watch(probe: () => Promise<unknown>): void {
    this.#probe = probe;
  }

  readonly report: Report = (error, entry) => {
    const cause = error instanceof OutageError ? error.cause : error;
    if (this.#probe === undefined || !isOutage(cause)) return this.#parts.log(error, entry);
    const reason = cause instanceof Error ? cause.message : String(cause);
    if (this.#reasons.has(reason)) {
      this.#leftOut++;
      return;
    }
    this.#parts.log(error, entry);
    this.#reasons.add(reason);
    if (this.#reasons.size === 1) this.#look(this.#probe, false);
  };

  /** Asks the database until it responds. If it responds at once, as with a full disk, there is no end of an outage to log. */
  #look(probe: () => Promise<unknown>, isConfirmed: boolean): void {
    probe().then(
      () => {
        if (isConfirmed) this.#parts.logEnd(this.#leftOut);
        this.#reasons.clear();
        this.#leftOut = 0;
      },
      () => this.#wait(() => this.#look(probe, true)),
    );
  }
}
