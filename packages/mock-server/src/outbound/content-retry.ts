import type { ContentAnswer } from './fetch-content.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** For how long after the first request another one is made. */
const MAX_WAIT = { retry_later: 72 * HOUR, temporary: HOUR } as const;

/** What answers come to, of one email: content, another attempt in some milliseconds, or none, and why. */
export type ContentVerdict =
  | { readonly kind: 'content' }
  | { readonly kind: 'again'; readonly delay: number }
  | { readonly kind: 'given_up'; readonly why: string };

/**
 * Weighs the answers of all endpoints that an email wants content of. Attempts are a minute apart at first, then
 * twice as long each time, at most an hour.
 */
// Unspecified: U-105
export function decideRetry(
  answers: readonly (ContentAnswer & { readonly shortcode: string })[],
  { attempt, waited }: { readonly attempt: number; readonly waited: number },
): ContentVerdict {
  const failed = answers.filter(({ outcome }) => outcome !== 'success');
  const hopeless = failed.find(({ outcome }) => outcome === 'permanent' || outcome === 'unsupported');
  const worst = hopeless ?? failed.find(({ outcome }) => outcome === 'temporary') ?? failed[0];
  if (!worst) return { kind: 'content' };
  const why = `there is no content '${worst.shortcode}' (${worst.error})`;
  if (hopeless) return { kind: 'given_up', why };
  const delay = Math.min(MINUTE * 2 ** (attempt - 1), HOUR);
  const maxWait = worst.outcome === 'retry_later' ? MAX_WAIT.retry_later : MAX_WAIT.temporary;
  return waited + delay <= maxWait ? { kind: 'again', delay } : { kind: 'given_up', why };
}
