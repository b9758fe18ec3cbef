import { Session } from 'node:inspector';
import { setFlagsFromString } from 'node:v8';

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

/**
 * Counts the blocks of this project's code that run: the same number on every machine, however busy it is. What happens
 * inside regular expressions and the platform's own functions is not counted.
 */
export class StepCounter {
  readonly #session = new Session();

  constructor() {
    // Calls of optimised functions are not counted.
    for (const compiler of ['opt', 'maglev', 'sparkplug']) setFlagsFromString(`--no-${compiler}`);
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  stepsOf(work: () => unknown): number {
    this.#take();
    work();
    return this.#take();
  }

  close(): void {
    this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }

  /** The steps since the last time. */
  #take(): number {
    let steps = 0;
    this.#session.post('Profiler.takePreciseCoverage', (error, coverage) => {
      if (error) throw error;
      steps = countIn(coverage);
    });
    return steps;
  }
}

const countIn = ({ result }: Coverage) =>
  result
    .filter(({ url }) => url.includes('/packages/') && url.includes('/src/'))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
    .reduce((sum, count) => sum + count, 0);
