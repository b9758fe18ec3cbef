import { batchFrom } from './batch.ts';
import { attempt, guarded, listen, soon } from './guard.ts';
import { isPersisted, persist, release, waiting } from './persist.ts';
import { type Answer, post } from './post.ts';
import type { Given } from './result.ts';
import { isOpen, site } from './site.ts';
import { persistVisitor, updateVisitor } from './visitor.ts';

const TIMEOUT = 10_000;
/** A request that takes longer has its messages stored, in milliseconds. */
const PERSIST_AFTER = 1000;
const FIRST_PAUSE = 1000;
/** In milliseconds. Browsers treat more than 24.8 days as zero. */
const MAX_PAUSE = 3_600_000;
/**
 * The time between two posts, in milliseconds. After a pause, eight posts may follow each other at once. That makes 28 in
 * any minute; the script host accepts 60 from a visitor, who may have a second busy page.
 */
export const GAP = 3000;
export const BURST = 7 * GAP;

/** The number of messages, from the first on, in a request that outlives the page. */
let safe = 0;
/** The earliest time of the next post, as `performance.now()`. */
let due = -BURST;
/** Ends the present pause or attempt. Absent while nothing is being sent. */
let interrupt: (() => void) | undefined;
/** When it ends by itself, as `performance.now()`, unless the page has cleared its timer. */
let until: number;

/** Waits for a time in milliseconds, an hour at most, or until `onReturn` ends it. */
const pause = (time: number): Promise<undefined> =>
  new Promise((resolve) => {
    interrupt = resolve as () => void;
    until = performance.now() + time;
    setTimeout(resolve, Math.min(time, MAX_PAUSE));
  });

/**
 * Ends the present pause or attempt when the network or the page is back. Firefox drops the requests of a page in the
 * back/forward cache: they neither end nor can be aborted.
 */
export const onReturn = (): void => interrupt?.();

/** Sends the waiting messages in order, one request at a time. Stops when none is left or consent is missing. */
// Unspecified: U-181
export const flush = guarded(async () => {
  if (interrupt) return performance.now() > until && interrupt();
  let delay = 0;
  let most = Number.POSITIVE_INFINITY;
  try {
    while (waiting.length) {
      // Storage is slow: written only if the request takes long.
      const timer = setTimeout(persist, PERSIST_AFTER);
      // `navigator.onLine` may be wrong, so it is not used; the `online` event ends the wait.
      const time = Math.max(delay, due - performance.now());
      if (time > 0) await pause(time);
      if (!isOpen()) break;
      const [body, end] = batchFrom(0, most);
      // Other scripts share the quota of requests that outlive the page. A full quota may be why an attempt failed.
      safe = delay ? 0 : end;
      due = GAP + Math.max(due, performance.now() - BURST);
      // The page may have removed it.
      const attempted = attempt(() => new AbortController());
      const answer = post(body, !delay, attempted?.signal).catch(() => undefined);
      const [minimum, results, error]: Answer = (await Promise.race([pause(TIMEOUT), answer])) ?? [1];
      safe = 0;
      clearTimeout(timer);
      if (minimum) {
        // A request that hangs would keep one of the few connections that a browser opens to a host. Of one that was
        // answered, a logger of the page may still read a copy.
        attempted?.abort();
        persist();
        // Back off exponentially, with jitter.
        delay = Math.max(minimum, (delay * 3 || FIRST_PAUSE) / (1 + Math.random()));
      } else if (error && end > 1) {
        // Unspecified: U-260
        // Unspecified: U-180
        // One message may be why the others are refused, so they are sent one by one, then more at once again.
        most = 1;
      } else {
        delay = 0;
        most *= 2;
        let index = 0;
        for (const [, done] of waiting.splice(0, end)) {
          const result: Given = Object(results?.[index++]);
          result.error = result.success !== true && (result.error || error || 'no answer');
          updateVisitor(result);
          // `done` is absent in messages of earlier pages.
          attempt(() => (done as NonNullable<typeof done>)(result));
        }
        if (isPersisted) persist();
        soon(persistVisitor);
      }
    }
  } finally {
    // If the page has broken a built-in, the next command tries again.
    interrupt = undefined;
  }
});

/** Stores the waiting messages, and sends those that are in no request that outlives the page. */
export const leave = guarded(() => {
  if (isOpen() && waiting.length) {
    // Only from now on: the page's first `pageshow` is not a return.
    listen('pageshow', onReturn);
    persist(true);
    for (let start = safe; start < waiting.length; ) {
      const [body, end] = batchFrom(start);
      // These messages stay in the list: the page may come back and needs their results.
      if (!attempt(() => navigator.sendBeacon(`${site.url}messages`, body))) guarded(post)(body, true);
      start = end;
    }
  }
  release();
});
