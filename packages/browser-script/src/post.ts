const TIMEOUT = 10_000;

/** What came of a request. */
export interface Answer {
  /** What the server says of each message; anything, as it came from outside. */
  results?: unknown;
  /** Why there are no results. */
  error?: string;
  /** Whether the same request may fare better later on. */
  isTransient?: boolean;
  /** How long the server asks to wait, in milliseconds. */
  delay?: number;
}

/** Posts text, which needs no preflight. Never rejects, and always answers. */
export async function post(
  url: string,
  body: string,
  keepalive: boolean,
  hasCredentials?: boolean,
): Promise<Answer> {
  const ask = async (): Promise<Answer> => {
    const credentials = hasCredentials ? 'include' : 'omit';
    const response = await fetch(url, { method: 'POST', body, keepalive, credentials });
    const { ok, status, headers } = response;
    // The response reads JSON itself, whatever the page has done to `JSON`.
    if (ok) return { results: (await response.json()).results };
    return {
      error: `the server answered ${status}`,
      isTransient: status > 499 || status === 429 || status === 408,
      delay: Number(headers.get('retry-after')) * 1000,
    };
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onShow: ((event: PageTransitionEvent) => void) | undefined;
  const giveUp = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, TIMEOUT);
    // Firefox forgets the requests of a page in the back/forward cache: they neither end nor can be aborted.
    onShow = ({ persisted }) => persisted && reject();
    addEventListener('pageshow', onShow);
  });
  try {
    return await Promise.race([ask(), giveUp]);
  } catch {
    // No network, a time-out, or somebody else's answer, as from a network that wants a log-in first.
    return { error: 'the server could not be reached', isTransient: true };
  } finally {
    clearTimeout(timer);
    if (onShow) removeEventListener('pageshow', onShow);
  }
}
