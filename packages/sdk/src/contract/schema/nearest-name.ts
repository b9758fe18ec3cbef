/** Maximum length of a name to compare, in characters. All known names are shorter. */
const MAX_LENGTH = 100;

/** Maximum number of candidates to compare. */
const MAX_CANDIDATES = 1000;

/**
 * Finds the candidate nearest to a misspelled name, if any is near. Case, `_` and `-` are ignored. Words that both
 * share up to a dot, as in `subscriber.created`, do not count.
 */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  let nearest: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  let count = 0;
  for (const candidate of candidates) {
    if (++count > MAX_CANDIDATES || least === 0) break;
    if (candidate.length > MAX_LENGTH) continue;
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

/** A `didYouMean` for many names, which gives at most `limit` hints. */
export function suggester(limit = 20): typeof didYouMean {
  let left = limit;
  return (name, candidates) => (left-- > 0 ? didYouMean(name, candidates) : '');
}

/** The distance of two names; undefined if they are not near, or if it exceeds `max`. */
function distanceWithin(name: string, candidate: string, max: number): number | undefined {
  const start = sharedWords(name, candidate);
  const from = plainly(name.slice(start));
  const to = plainly(candidate.slice(start));
  // A third of the letters may be wrong; one in a short name.
  const allowed = Math.min(max, Math.max(1, Math.floor(from.length / 3)));
  return editDistance(from, to, allowed);
}

/** Length of the words, each with its dot, that two names have in common at the start. */
function sharedWords(one: string, other: string): number {
  let end = 0;
  for (let at = 0; at < one.length && one[at] === other[at]; at++) if (one[at] === '.') end = at + 1;
  return end;
}

const plainly = (name: string) => name.replaceAll(/[_-]/g, '').toLowerCase();

/**
 * The Damerau-Levenshtein distance of two texts; undefined if it exceeds `max`. Only the cells within `max` of the
 * diagonal are computed.
 */
function editDistance(from: string, to: string, max: number): number | undefined {
  if (max < 0 || Math.abs(from.length - to.length) > max) return undefined;
  const beyond = max + 1;
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, i) => Math.min(i, beyond));
  for (let i = 1; i <= from.length; i++) {
    const row = new Array<number>(to.length + 1).fill(beyond);
    row[0] = Math.min(i, beyond);
    let least = row[0];
    for (let j = Math.max(1, i - max); j <= Math.min(to.length, i + max); j++) {
      // Every index below is within its row, which the compiler cannot know.
      const at = (line: number[], column: number) => line[column] as number;
      let best = Math.min(
        at(last, j) + 1,
        at(row, j - 1) + 1,
        at(last, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1),
      );
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        best = Math.min(best, at(before, j - 2) + 1);
      }
      row[j] = best;
      least = Math.min(least, best);
    }
    // Later rows cannot get below the minimum of this one.
    if (least > max) return undefined;
    before = last;
    last = row;
  }
  const distance = last[to.length] ?? beyond;
  return distance > max ? undefined : distance;
}
