/** A URL below a base, with percent-encoded ids: `urlBelow(base, 'v2', accountId)`. Half a surrogate pair becomes U+FFFD. */
export const urlBelow = (base: string, ...segments: readonly string[]): string =>
  [base, ...segments.map((segment) => encodeURIComponent(segment.toWellFormed()))].join('/');

/** The URL below a base that has the path and the query of a request. */
export function targetBelow(base: string, { url }: Request): string {
  const { pathname, search } = new URL(url);
  return base.replace(/\/$/, '') + pathname + search;
}
