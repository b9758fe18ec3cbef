import type { Answer } from './post.ts';

const FIRST_DELAY = 500;
const LONGEST_DELAY = 300_000;

/** Attempts to send until there is an answer that stands. */
export async function deliver(attempt: (isFirst: boolean) => Promise<Answer>): Promise<Answer> {
  for (let delay = 0; ; ) {
    while (navigator.onLine === false) await online();
    const answer = await attempt(!delay);
    if (!answer.isTransient) return answer;
    delay = Math.min(delay * 2 || FIRST_DELAY, LONGEST_DELAY);
    // Not all visitors at the same moment.
    await online(answer.delay || delay * (1 - Math.random() / 2));
  }
}

/** Waits for the network to come back, but no longer than a delay in milliseconds, if there is one. */
const online = (delay?: number): Promise<unknown> =>
  new Promise((resolve) => {
    addEventListener('online', resolve, { once: true });
    if (delay) setTimeout(resolve, delay);
  });
