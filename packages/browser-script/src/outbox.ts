import { batchFrom, LARGEST_BODY } from './batch.ts';
import { guarded, soon, wait } from './guard.ts';
import { isKeeping, keep, waiting } from './keep.ts';
import type { Message } from './message.ts';
import { post } from './post.ts';
import { resultAt } from './result.ts';
import { isOpen, site } from './site.ts';
import { adopt, keepVisitor } from './visitor.ts';

const MOST_WAITING = 1000;
const TIME_TO_KEEP = 1000;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 300_000;

let isSending = false;
/** How many of the first messages are in a request that outlives the page. */
let safe = 0;

/** Gives a message to the outbox, which sends messages in their order, one request at a time. */
// Unspecified: U-27
export function add(message: Message): void {
  if (waiting.length >= MOST_WAITING) throw new Error('too many commands wait');
  waiting[waiting.length] = message;
  // In a moment, so that all commands of the page's present task go together.
  queueMicrotask(flush);
}

/** Sends what waits until nothing does; without consent that is for another time. */
export const flush = guarded(async () => {
  if (isSending) return;
  isSending = true;
  let pause = 0;
  while (waiting.length && isOpen()) {
    // Behind the request, and only if that takes long: storage is slow.
    const timer = setTimeout(keep, TIME_TO_KEEP);
    if (navigator.onLine === false) await wait();
    const { body, end } = batchFrom(0);
    // The quota of what outlives a page is shared with other scripts, and may be why an attempt failed.
    const keepalive = !pause && body.length <= LARGEST_BODY;
    safe = keepalive ? end : 0;
    const answer = await post(`${site.url}messages`, body, keepalive);
    safe = 0;
    clearTimeout(timer);
    if (!answer.delay) {
      pause = 0;
      const sent = waiting.splice(0, end);
      if (isKeeping) keep();
      for (let index = 0; index < end; index++) {
        const result = resultAt(index, answer);
        adopt(result);
        sent[index]?.done?.(result);
      }
      soon(keepVisitor);
    } else {
      keep();
      pause = Math.min(pause * 2 || FIRST_PAUSE, LONGEST_PAUSE);
      // Not all visitors at the same moment.
      await wait(Math.max(answer.delay, pause * (1 - Math.random() / 2)));
    }
  }
  isSending = false;
});

/** Sends what is not in a request that outlives the page, and keeps it all. */
export const leave = guarded(() => {
  if (!isOpen() || !waiting.length) return;
  for (let start = safe; start < waiting.length; ) {
    const { body, end } = batchFrom(start);
    // What goes out here stays in the list: the page may come back, and wants its answers.
    navigator.sendBeacon(`${site.url}messages`, body);
    start = end;
  }
  keep(true);
});
