/** Maximum length of a name to compare, in characters. All known names are shorter. */
const MAX_LENGTH = 100;

/** Maximum number of candidates to compare. */
const MAX_CANDIDATES = 1000;

/**
 * Finds the candidate nearest to a misspelled name, if any is near. Case, `_` and `-` are ignored. Words that both
 * share up to a dot, as in `subscriber.created`, do not count.
 */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let least = Infinity;
  let count = 0;
  for (const candidate of candidates) {
    if (++count > MAX_CANDIDATES) break;
    if (Math.max(name.length, candidate.length) > MAX_LENGTH) continue;
    const distance = distanceWithin(name, candidate, least - 1);
    if (distance === undefined) continue;
    nearest = candidate;
    least = distance;
  }
  return nearest;
}

/** The hint `, did you mean …?`, or an empty string. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const nearest = nearestName(name, candidates);
  return nearest === undefined ? '' : `, did you mean ${nearest}?`;
}

/** The distance of two names; undefined if they are not near, or if it exceeds `max`. */
function distanceWithin(name: string, candidate: string, max: number): number | undefined {
  const words = name.slice(0, name.lastIndexOf('.') + 1);
  const start = candidate.startsWith(words) ? words.length : 0;
  const from = plainly(name.slice(start));
  const to = plainly(candidate.slice(start));
  // A third of the letters may be wrong; one in a short name.
  const allowed = Math.min(max, Math.max(1, Math.floor(from.length / 3)));
  return editDistance(from, to, allowed);
}

const plainly = (name: string) => name.replaceAll(/[_-]/g, '').toLowerCase();

/** The Damerau-Levenshtein distance of two texts; undefined if it exceeds `max`. */
function editDistance(from: string, to: string, max: number): number | undefined {
  if (Math.abs(from.length - to.length) > max) return undefined;
  // Every index below is within its row, which the compiler cannot know.
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      const isSwap = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row[j] = Math.min(
        (last[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (last[j - 1] as number) + (isSame ? 0 : 1),
        isSwap ? (before[j - 2] as number) + 1 : Infinity,
      );
    }
    // Later rows cannot get below the minimum of this one.
    if (Math.min(...row) > max) return undefined;
    before = last;
    last = row;
  }
  const distance = last[to.length] as number;
  return distance > max ? undefined : distance;
}

/** A `didYouMean` for many names, which gives at most `limit` hints. */
export function suggester(limit = 20): typeof didYouMean {
  let left = limit;
  return (name, candidates) => (left-- > 0 ? didYouMean(name, candidates) : '');
}
