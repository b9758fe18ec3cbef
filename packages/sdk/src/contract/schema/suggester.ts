import { didYouMean } from './nearest-name.ts';

/** A `didYouMean` for many names, which gives at most `limit` hints. */
export function suggester(limit = 20): typeof didYouMean {
  let left = limit;
  return (name, candidates) => (left-- > 0 ? didYouMean(name, candidates) : '');
}
