import { batchFrom, LARGEST_BODY } from './batch.ts';
import { deliver } from './deliver.ts';
import { guarded, soon, warn } from './guard.ts';
import { createKeep } from './keep.ts';
import { type Message, settle } from './message.ts';
import { type Answer, post } from './post.ts';
import { resultFor } from './result.ts';
import type { Site } from './site.ts';

const MOST_WAITING = 1000;
const TIME_TO_KEEP = 1000;

/** Sends messages in their order, one request at a time. */
export interface Outbox {
  add(message: Message): void;
  /** Sends what waits, here and of pages that have gone. */
  open(): void;
}

/** Makes an outbox, which sends and keeps nothing unless the site is open. */
// Unspecified: U-27
export function createOutbox(site: Site): Outbox {
  const { settings, visitor, isOpen } = site;
  const url = `${site.url}messages`;
  const waiting: Message[] = [];
  let isSending = false;
  /** How many of the first messages are in the present request. */
  let sent = 0;
  /** How many of the first messages are in a request that outlives the page. */
  let kept = 0;

  const keep = createKeep(`_trickle_${settings.account}`, (message) => {
    waiting[waiting.length] = message;
    keep.write(waiting);
    soon(flush);
  });

  async function attempt(isFirst: boolean) {
    const { body, end } = batchFrom(waiting, 0, visitor);
    // The quota of what outlives a page is shared with other scripts, and may be why an attempt failed.
    const keepalive = isFirst && body.length <= LARGEST_BODY;
    sent = end;
    kept = keepalive ? end : 0;
    const answer = await post(url, body, keepalive, site.config?.third_party);
    kept = 0;
    if (answer.isTransient) keep.write(waiting);
    return answer;
  }

  function receive(answer: Answer) {
    isSending = false;
    const done = waiting.splice(0, sent);
    keep.write(waiting, true);
    for (const message of done) {
      const result = resultFor(message.id, answer);
      visitor.adopt(result);
      settle(message, result);
    }
    soon(visitor.keep);
    flush();
  }

  function flush() {
    if (isSending || !waiting.length || !isOpen()) return;
    isSending = true;
    // A page may have broken what this needs; then it must at least not hear of it.
    deliver(attempt).then(guarded(receive), warn);
    // Behind the request, and only if that takes long: storage is slow.
    setTimeout(() => isSending && keep.write(waiting), TIME_TO_KEEP);
  }

  addEventListener(
    'pagehide',
    guarded(() => {
      if (!isOpen() || !waiting.length) return;
      for (let start = kept; start < waiting.length; ) {
        const { body, end } = batchFrom(waiting, start, visitor);
        // What goes out here stays in the list: the page may come back, and wants its answers.
        navigator.sendBeacon(url, body);
        start = end;
      }
      keep.write(waiting, false, true);
    }),
  );

  return {
    add(message) {
      if (waiting.length >= MOST_WAITING) throw new Error('too many commands wait');
      waiting[waiting.length] = message;
      // In a moment, so that all commands of the page's present task go together.
      soon(flush);
    },
    open() {
      soon(flush);
      setTimeout(guarded(keep.recover));
    },
  };
}
