import { site } from './site.ts';
import { replaceVisitor } from './visitor.ts';

/** The outcome of a request. */
export interface Answer {
  /** The result of each message, unchecked. */
  results?: unknown[];
  /** The reason of a permanent failure. */
  error?: string;
  /** The minimum time until the messages may be sent again, in milliseconds. Absent if sending them again is useless. */
  delay?: number;
}

/**
 * Posts messages as text, which needs no preflight. Throws an error if there is no network, or if the answer is not the
 * server's, as behind the login page of a public network.
 */
export async function post(body: string, keepalive: boolean): Promise<Answer> {
  const response = await fetch(`${site.url}messages`, {
    // A page may have added a member to all objects that `fetch` reads as an option.
    __proto__: null,
    method: 'POST',
    keepalive,
    body,
    credentials: site.third_party ? 'include' : 'omit',
  } as RequestInit); // TypeScript treats `__proto__` as a member
  // `response.json()` works even if the page has replaced `JSON`.
  if (response.ok) return { results: Object(await response.json()).results };
  const answer: Answer = { error: `the server answered ${response.status}` };
  // `test` converts the number to text.
  if (/5..|429|408/.test(response.status as unknown as string)) {
    answer.delay = 1000 * (response.headers.get('retry-after') as unknown as number) || 1; // multiplication converts the text
    // Unspecified: U-180
  } else if (/"visitor"/.test(await response.text())) {
    replaceVisitor();
    answer.delay = 1;
  }
  return answer;
}
