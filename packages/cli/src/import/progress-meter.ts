/** Progress of a job, in numbers that never decrease. */
export interface Sample {
  /** Milliseconds, by any clock. */
  readonly at: number;
  /** Records that this run has processed. */
  readonly done: number;
  /** Records that this and earlier runs have processed. */
  readonly passed: number;
  /** Processed bytes of the input, and its size if known. */
  readonly bytes: number;
  readonly size: number | undefined;
}

/** Half-life of a sample, in milliseconds. */
const HALF_LIFE = 15_000;

/** Computes a rate, a share and a remaining time from samples. Waiting for the rate limit is not part of the rate. */
export class ProgressMeter {
  /** Records per hour that the service accepts; undefined without a limit. */
  readonly #perHour: number | undefined;
  #start: Sample | undefined;
  #last: Sample | undefined;
  /** Records and milliseconds; older ones count less. */
  #recent = { done: 0, time: 0 };

  constructor(perHour: number | undefined) {
    this.#perHour = perHour;
  }

  /** Takes a sample. `isWaiting`: whether the time since the last sample was spent waiting. */
  take(sample: Sample, isWaiting = false): void {
    const last = this.#last;
    this.#start ??= sample;
    this.#last = sample;
    if (!last || isWaiting) return;
    const time = sample.at - last.at;
    const fade = 0.5 ** (time / HALF_LIFE);
    this.#recent = {
      done: this.#recent.done * fade + sample.done - last.done,
      time: this.#recent.time * fade + time,
    };
  }

  /** From 0 to 1; undefined when the size is unknown. */
  get share(): number | undefined {
    const { bytes = 0, size } = this.#last ?? {};
    return size === undefined ? undefined : size === 0 ? 1 : Math.min(1, bytes / size);
  }

  /** Records per second; undefined before the first record. */
  get rate(): number | undefined {
    const { done, time } = this.#recent;
    return done > 0 && time > 0 ? (done / time) * 1000 : undefined;
  }

  /** Remaining milliseconds; undefined while unknown. */
  get timeLeft(): number | undefined {
    const { rate } = this;
    const left = this.recordsLeft;
    if (rate === undefined || left === undefined) return undefined;
    return Math.max((left / rate) * 1000, this.#limitedTime(left));
  }

  /** Remaining records, estimated from the length of the processed ones. */
  get recordsLeft(): number | undefined {
    const { passed = 0, bytes = 0, size } = this.#last ?? {};
    if (size === undefined || passed === 0 || bytes === 0) return undefined;
    return Math.max(0, ((size - bytes) / bytes) * passed);
  }

  /** Records over the limit wait for the next hour. */
  #limitedTime(left: number): number {
    const [start, last] = [this.#start, this.#last];
    if (this.#perHour === undefined || !start || !last) return 0;
    const all = last.done - start.done + left;
    const hours = Math.max(0, Math.ceil(all / this.#perHour) - 1);
    return Math.max(0, hours * 3_600_000 - (last.at - start.at));
  }
}

/** `0:07`, `12:34`, `1:02:03`, `2 days 3 h`. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const pad = (number: number) => String(number).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  if (hours >= 48) return `${Math.floor(hours / 24)} days ${hours % 24} h`;
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`;
}
