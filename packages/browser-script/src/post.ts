import { site } from './site.ts';
import { replaceVisitor } from './visitor.ts';

/** What came of a request. */
export interface Answer {
  /** What the server says of each message; anything, as it came from outside. */
  results?: unknown[];
  /** Why there are no results, and will be none. */
  error?: string;
  /** How long to wait at least, in milliseconds, if the same messages may fare better later on. */
  delay?: number;
}

/**
 * Posts messages as text, which needs no preflight. Throws an error where there is no network, or somebody else's
 * answer, as from a network that wants a log-in first.
 */
export async function post(body: string, keepalive: boolean): Promise<Answer> {
  const response = await fetch(`${site.url}messages`, {
    // A page may have given all objects a member that `fetch` takes for a setting.
    __proto__: null,
    method: 'POST',
    keepalive,
    body,
    credentials: site.third_party ? 'include' : 'omit',
  } as RequestInit); // TypeScript takes `__proto__` for a member
  // The response reads JSON itself, whatever the page has done to `JSON`. Only what is known is taken from it.
  if (response.ok) return { results: Object(await response.json()).results };
  const answer: Answer = { error: `the server answered ${response.status}` };
  if (/5..|429|408/.test(response.status as unknown as string)) {
    // a number becomes text here
    answer.delay = 1000 * (response.headers.get('retry-after') as unknown as number) || 1; // text that is a number, or not
    // Unspecified: U-180
  } else if (/"visitor"/.test(await response.text())) {
    replaceVisitor();
    answer.delay = 1;
  }
  return answer;
}
