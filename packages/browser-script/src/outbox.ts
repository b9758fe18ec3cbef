import { batchFrom, LARGEST_BODY } from './batch.ts';
import { deliver } from './deliver.ts';
import { guarded, soon, warn } from './guard.ts';
import type { Message } from './message.ts';
import { type Answer, post } from './post.ts';

const MOST_WAITING = 1000;

/** Sends messages in their order, one request at a time. */
export type Outbox = (message: Message) => void;

/** Makes an outbox; `settle` is called with each message and the answer to the request that brought it. */
// Unspecified: U-27
export function createOutbox(
  url: string,
  visitor: { readonly uuid: string },
  settle: (message: Message, answer: Answer) => void,
): Outbox {
  const waiting: Message[] = [];
  let isSending = false;
  /** How many of the first messages are in the present request. */
  let sent = 0;
  /** How many of the first messages are in a request that outlives the page. */
  let kept = 0;

  async function attempt(isFirst: boolean) {
    const { body, end } = batchFrom(waiting, 0, visitor.uuid);
    // The quota of what outlives a page is shared with other scripts, and may be why an attempt failed.
    const keepalive = isFirst && body.length <= LARGEST_BODY;
    sent = end;
    kept = keepalive ? end : 0;
    const answer = await post(url, body, keepalive);
    kept = 0;
    return answer;
  }

  function receive(answer: Answer) {
    isSending = false;
    for (const message of waiting.splice(0, sent)) settle(message, answer);
    flush();
  }

  function flush() {
    if (isSending || !waiting.length) return;
    isSending = true;
    // A page may have broken what this needs; then it must at least not hear of it.
    deliver(attempt).then(guarded(receive), warn);
  }

  addEventListener(
    'pagehide',
    guarded(() => {
      for (let start = kept; start < waiting.length; ) {
        const { body, end } = batchFrom(waiting, start, visitor.uuid);
        // What goes out here stays in the list: the page may come back, and wants its answers.
        navigator.sendBeacon(url, body);
        start = end;
      }
    }),
  );

  return (message) => {
    if (waiting.length >= MOST_WAITING) throw new Error('too many commands are waiting');
    waiting[waiting.length] = message;
    // In a moment, so that all commands of the page's present task go together.
    soon(flush);
  };
}
