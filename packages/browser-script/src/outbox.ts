import { batchFrom } from './batch.ts';
import { attempt, guarded, soon } from './guard.ts';
import { isPersisted, persist, waiting } from './persist.ts';
import { type Answer, post } from './post.ts';
import type { Given } from './result.ts';
import { isOpen, site } from './site.ts';
import { persistVisitor, updateVisitor } from './visitor.ts';
import { wait } from './wait.ts';

const TIMEOUT = 10_000;
const TIME_TO_KEEP = 1000;
const FIRST_PAUSE = 1000;
/**
 * One post in so many milliseconds, and eight at once after a rest: 28 in any minute, of which the script host takes 60
 * of a visitor, who may have a second busy page. What is given in between is gathered into one post.
 */
const GAP = 3000;
const AT_ONCE = 7 * GAP;

let isSending = false;
/** How many of the first messages are in a request that outlives the page. */
let safe = 0;
/** When the next post may be made, by the time that the page has been open. */
let due = -AT_ONCE;

/** Sends what waits, in its order and one request at a time, until nothing does; without consent, some other time. */
// Unspecified: U-181
export const flush = guarded(async () => {
  if (isSending) return;
  isSending = true;
  let delay = 0;
  try {
    while (waiting.length) {
      // Behind the request, and only if that takes long: storage is slow.
      const timer = setTimeout(persist, TIME_TO_KEEP);
      // Not for `navigator.onLine`, which may be wrong: the network's return ends a pause.
      const time = Math.max(delay, due - performance.now());
      if (time > 0) await wait(time);
      if (!isOpen()) break;
      const [body, end] = batchFrom(0);
      // The quota of what outlives a page is shared with other scripts, and may be why an attempt failed.
      safe = delay ? 0 : end;
      due = GAP + Math.max(due, performance.now() - AT_ONCE);
      const answer = (await wait<Answer>(TIMEOUT, (finish) => {
        post(body, !delay).then(finish, () => finish());
      })) ?? { delay: 1 };
      safe = 0;
      clearTimeout(timer);
      if (answer.delay) {
        persist();
        // Ever longer, and not all visitors at the same moment.
        delay = Math.max(answer.delay, (delay * 3 || FIRST_PAUSE) / (1 + Math.random()));
      } else {
        delay = 0;
        let index = 0;
        for (const { done } of waiting.splice(0, end)) {
          const given: Given = Object(answer.results?.[index++]);
          const error = given.success !== true && (given.error || answer.error || 'no answer');
          const result = { ...given, error };
          updateVisitor(result);
          // Nobody may wait for it.
          attempt(() => (done as NonNullable<typeof done>)(result));
        }
        if (isPersisted) persist();
        soon(persistVisitor);
      }
    }
  } finally {
    // Whatever a page has broken: another command is another attempt.
    isSending = false;
  }
});

/** Keeps all that waits, and sends what is not in a request that outlives the page. */
export const leave = guarded(() => {
  if (!isOpen() || !waiting.length) return;
  persist(true);
  for (let start = safe; start < waiting.length; ) {
    const [body, end] = batchFrom(start);
    // What goes out here stays in the list: the page may come back, and wants its answers.
    if (!attempt(() => navigator.sendBeacon(`${site.url}messages`, body))) guarded(post)(body, true);
    start = end;
  }
});
