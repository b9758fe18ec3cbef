/** A URL below a base, with percent-encoded ids: `urlBelow(base, 'v2', accountId)`. Half a surrogate pair becomes U+FFFD. */
export const urlBelow = (base: string, ...segments: readonly string[]): string =>
  [base, ...segments.map((segment) => encodeURIComponent(segment.toWellFormed()))].join('/');
