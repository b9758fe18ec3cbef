import { site } from './site.ts';

const TIMEOUT = 10_000;

/** What came of a request. */
export interface Answer {
  /** What the server says of each message; anything, as it came from outside. */
  results?: unknown;
  /** Why there are no results. */
  error?: string;
  /** How long to wait at least, in milliseconds, if the same request may fare better later on. */
  delay?: number;
}

/** Gives the present request up. */
let giveUp: (() => void) | undefined;

/** Listens for what a request may have to be given up for. */
export const watchRequests = (): void =>
  // Firefox forgets the requests of a page in the back/forward cache: they neither end nor can be aborted.
  addEventListener('pageshow', ({ persisted }) => persisted && giveUp?.());

/** Posts messages as text, which needs no preflight. Always answers. */
export const post = (url: string, body: string, keepalive: boolean): Promise<Answer> =>
  new Promise((resolve) => {
    const ask = async () => {
      const credentials = site.third_party ? 'include' : 'omit';
      const response = await fetch(url, { method: 'POST', body, keepalive, credentials });
      const { status, headers } = response;
      // The response reads JSON itself, whatever the page has done to `JSON`.
      if (response.ok) return resolve({ ...(await response.json()) });
      const answer: Answer = { error: `the server answered ${status}` };
      if (/5..|429|408/.test(`${status}`)) answer.delay = Number(headers.get('retry-after')) * 1000 || 1;
      resolve(answer);
    };
    // No network, a time-out, or somebody else's answer, as from a network that wants a log-in first.
    giveUp = () => resolve({ error: 'the server could not be reached', delay: 1 });
    setTimeout(giveUp, TIMEOUT);
    ask().catch(giveUp);
  });
