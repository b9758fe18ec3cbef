import type { Answer } from './post.ts';

const MOST_ATTEMPTS = 9;
const FIRST_DELAY = 500;
const LONGEST_DELAY = 60_000;

/** Attempts to send until there is an answer that stands, or it is hopeless. */
export async function deliver(attempt: (isFirst: boolean) => Promise<Answer>): Promise<Answer> {
  for (let attempts = 0; ; ) {
    while (navigator.onLine === false) await online();
    const answer = await attempt(!attempts);
    if (!answer.isTransient || ++attempts === MOST_ATTEMPTS) return answer;
    const delay = Math.min(FIRST_DELAY * 2 ** (attempts - 1), LONGEST_DELAY);
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
