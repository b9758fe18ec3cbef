import { batchFrom } from './batch.ts';
import { attempt, guarded, soon } from './guard.ts';
import { isPersisted, persist, waiting } from './persist.ts';
import { type Answer, post } from './post.ts';
import type { Given } from './result.ts';
import { isOpen, site } from './site.ts';
import { persistVisitor, updateVisitor } from './visitor.ts';
import { wait } from './wait.ts';

const TIMEOUT = 10_000;
/** A request that takes longer has its messages stored, in milliseconds. */
const PERSIST_AFTER = 1000;
const FIRST_PAUSE = 1000;
/**
 * The time between two posts, in milliseconds. After a pause, eight posts may follow each other at once. That makes 28 in
 * any minute; the script host accepts 60 from a visitor, who may have a second busy page.
 */
const GAP = 3000;
const BURST = 7 * GAP;

let isSending: boolean | undefined;
/** The number of messages, from the first on, in a request that outlives the page. */
let safe = 0;
/** The earliest time of the next post, as `performance.now()`. */
let due = -BURST;

/** Sends the waiting messages in order, one request at a time. Stops when none is left or consent is missing. */
// Unspecified: U-181
export const flush = guarded(async () => {
  if (isSending) return;
  isSending = true;
  let delay = 0;
  try {
    while (waiting.length) {
      // Storage is slow: written only if the request takes long.
      const timer = setTimeout(persist, PERSIST_AFTER);
      // `navigator.onLine` may be wrong, so it is not used; the `online` event ends the wait.
      const time = Math.max(delay, due - performance.now());
      if (time > 0) await wait(time);
      if (!isOpen()) break;
      const [body, end] = batchFrom(0);
      // Other scripts share the quota of requests that outlive the page. A full quota may be why an attempt failed.
      safe = delay ? 0 : end;
      due = GAP + Math.max(due, performance.now() - BURST);
      const answer = (await wait<Answer>(TIMEOUT, (finish) => {
        post(body, !delay).then(finish, () => finish());
      })) ?? { delay: 1 };
      safe = 0;
      clearTimeout(timer);
      if (answer.delay) {
        persist();
        // Back off exponentially, with jitter.
        delay = Math.max(answer.delay, (delay * 3 || FIRST_PAUSE) / (1 + Math.random()));
      } else {
        delay = 0;
        let index = 0;
        for (const { done } of waiting.splice(0, end)) {
          const given: Given = Object(answer.results?.[index++]);
          given.error = given.success !== true && (given.error || answer.error || 'no answer');
          updateVisitor(given);
          // `done` is absent in messages of earlier pages.
          attempt(() => (done as NonNullable<typeof done>)(given));
        }
        if (isPersisted) persist();
        soon(persistVisitor);
      }
    }
  } finally {
    // If the page has broken a built-in, the next command tries again.
    isSending = false;
  }
});

/** Stores the waiting messages, and sends those that are in no request that outlives the page. */
export const leave = guarded(() => {
  if (!isOpen() || !waiting.length) return;
  persist(true);
  for (let start = safe; start < waiting.length; ) {
    const [body, end] = batchFrom(start);
    // These messages stay in the list: the page may come back and needs their results.
    if (!attempt(() => navigator.sendBeacon(`${site.url}messages`, body))) guarded(post)(body, true);
    start = end;
  }
});
