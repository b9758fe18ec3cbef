import type { Context as Http } from 'hono';

/**
 * Of what tells nothing of people: pages of every origin may read it. Said whoever asks, since such answers are kept
 * and given to others.
 */
export const FOR_ALL = { 'access-control-allow-origin': '*' };

/** Lets the page that asks read the answer, with cookies where it sends them. */
export function forAsker(http: Http): Record<string, string> {
  const origin = http.req.header('origin');
  if (origin === undefined) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'Retry-After',
    vary: 'origin',
  };
}
