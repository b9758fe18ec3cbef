import { site } from './site.ts';

/** The outcome of a request. */
export type Answer = [
  /** The minimum time until the messages may be sent again, in milliseconds. Zero if sending them again is useless. */
  delay: number,
  /** The result of each message, unchecked. */
  results?: unknown[] | undefined,
  /** The reason of a permanent failure. */
  error?: string,
];

/**
 * Posts messages as text, which needs no preflight. Throws an error if there is no network, or if the response is not the
 * server's, as behind the login page of a public network.
 */
export async function post(body: string, keepalive: boolean, signal?: AbortSignal): Promise<Answer> {
  const response = await fetch(`${site.url}messages`, {
    method: 'POST',
    keepalive,
    body,
    signal,
    credentials: site.third_party ? 'include' : 'omit',
  } as RequestInit); // TypeScript forbids an undefined signal; browsers do not
  // `response.json()` works even if the page has replaced `JSON`.
  if (response.ok) return [0, (await response.json())?.results];
  // `test` converts the number to text.
  if (!/5..|429|408/.test(response.status as unknown as string))
    return [0, undefined, `the server answered ${response.status}`];
  const after = response.headers.get('retry-after') as string & number; // multiplication converts the text
  return [1000 * after || Date.parse(after) - Date.now() || 1];
}
