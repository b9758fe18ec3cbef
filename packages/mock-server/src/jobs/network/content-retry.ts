import type { ContentAnswer } from '../../domain/email/content-request.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The delays of retries after the first request. */
const MAX_WAIT = { retry_later: 72 * HOUR, temporary: HOUR } as const;

/** The decision for an email: its content is complete, another attempt follows after `delay` ms, or it is given up. */
export type ContentVerdict =
  | { readonly kind: 'content' }
  | { readonly kind: 'again'; readonly delay: number }
  | { readonly kind: 'given_up'; readonly why: string };

/**
 * Decides how to proceed after the responses of all endpoints of an email. The waits between attempts double from one
 * minute to one hour.
 */
// Unspecified: U-105
export function decideRetry(
  answers: readonly (ContentAnswer & { readonly shortcode: string })[],
  { attempt, waited }: { readonly attempt: number; readonly waited: number },
): ContentVerdict {
  const failed = answers.filter(({ outcome }) => outcome !== 'success');
  const permanent = failed.find(({ outcome }) => outcome === 'permanent' || outcome === 'unsupported');
  const worst = permanent ?? failed.find(({ outcome }) => outcome === 'temporary') ?? failed[0];
  if (!worst) return { kind: 'content' };
  const why = `the content '${worst.shortcode}' is not available (${worst.error})`;
  if (permanent) return { kind: 'given_up', why };
  const delay = Math.min(MINUTE * 2 ** (attempt - 1), HOUR);
  const maxWait = worst.outcome === 'retry_later' ? MAX_WAIT.retry_later : MAX_WAIT.temporary;
  return waited + delay <= maxWait ? { kind: 'again', delay } : { kind: 'given_up', why };
}
