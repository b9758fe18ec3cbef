import { type Profiler, Session } from 'node:inspector';
import { setFlagsFromString } from 'node:v8';

// V8 does not count calls of optimized functions, nor blocks of functions compiled before: import this module first.
for (const compiler of ['opt', 'maglev', 'sparkplug']) setFlagsFromString(`--no-${compiler}`);
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** Returns and resets the counts. */
function takeCounts(): number {
  let coverage: Profiler.ScriptCoverage[] = [];
  session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
    coverage = result;
  });
  let sum = 0;
  for (const { url, functions } of coverage) {
    if (url.startsWith('node:') || url.includes('/steps.ts')) continue;
    for (const { ranges } of functions) for (const { count } of ranges) sum += count;
  }
  return sum;
}

type Search = (this: ArrayLike<unknown>, ...given: unknown[]) => unknown;

/** The number of elements that native searches have passed, which coverage does not include. */
let searched = 0;

/** Counts searches until the returned function is called. `shift` moves nothing in lists of less than 16,000. */
function countSearches(): () => void {
  const restore: (() => void)[] = [];
  for (const prototype of [Array.prototype, String.prototype]) {
    const methods = prototype as unknown as Record<string, Search | undefined>; // all are functions
    for (const name of ['indexOf', 'lastIndexOf', 'includes', 'unshift', 'splice']) {
      const original = methods[name];
      if (original === undefined) continue;
      methods[name] = function counted(...given) {
        const [, from] = given;
        const start = typeof from === 'number' ? from : name === 'lastIndexOf' ? this.length : 0;
        const found = Reflect.apply(original, this, given);
        const end = name === 'lastIndexOf' ? 0 : this.length;
        searched += Math.abs((typeof found === 'number' && found >= 0 ? found : end) - start);
        return found;
      };
      restore.push(() => {
        methods[name] = original;
      });
    }
  }
  return () => {
    for (const one of restore) one();
  };
}

/**
 * Counts the steps of some work: the blocks that ran, including those of libraries, and the elements that native searches
 * passed. The count is the same on every machine.
 */
export function stepsOf(work: () => void): number {
  takeCounts();
  searched = 0;
  const restore = countSearches();
  try {
    work();
  } finally {
    restore();
  }
  return takeCounts() + searched;
}
