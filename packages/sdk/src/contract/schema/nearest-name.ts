/** Names that are longer are compared with nothing: no known name is near them. */
const LONGEST = 100;

/** So many candidates are looked at. */
const MOST_CANDIDATES = 1000;

/**
 * The candidate that `name` was most likely meant to be, if one is near. `firstName` is `first_name`. Where both begin
 * with the same words and a dot, as in `subscriber.created`, only what follows has to be near.
 */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > LONGEST) return undefined;
  let nearest: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  let count = 0;
  for (const candidate of candidates) {
    if (++count > MOST_CANDIDATES || least === 0) break;
    if (candidate.length > LONGEST) continue;
    const distance = distanceWithin(name, candidate, least - 1);
    if (distance === undefined) continue;
    nearest = candidate;
    least = distance;
  }
  return nearest;
}

/** `, did you mean …?`, or nothing. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const nearest = nearestName(name, candidates);
  return nearest === undefined ? '' : `, did you mean ${nearest}?`;
}

/** A `didYouMean` for many names: beyond `most` it has nothing to say, since nobody reads so many hints. */
export function suggester(most = 20): typeof didYouMean {
  let left = most;
  return (name, candidates) => (left-- > 0 ? didYouMean(name, candidates) : '');
}

/** How far two names are apart, if that is near and no more than `most`. */
function distanceWithin(name: string, candidate: string, most: number): number | undefined {
  const start = sharedWords(name, candidate);
  const from = plainly(name.slice(start));
  const to = plainly(candidate.slice(start));
  // A third of the letters may be wrong; of a short name, one.
  const allowed = Math.min(most, Math.max(1, Math.floor(from.length / 3)));
  return editDistance(from, to, allowed);
}

/** How many characters the words take, each with its dot, that two names begin with. */
function sharedWords(one: string, other: string): number {
  let end = 0;
  for (let at = 0; at < one.length && one[at] === other[at]; at++) if (one[at] === '.') end = at + 1;
  return end;
}

const plainly = (name: string) => name.replaceAll(/[_-]/g, '').toLowerCase();

/**
 * How many letters to insert, delete, replace or swap with their neighbour to get from one text to the other;
 * undefined when that is more than `most`. It looks at no letters that are further apart than that.
 */
function editDistance(from: string, to: string, most: number): number | undefined {
  if (most < 0 || Math.abs(from.length - to.length) > most) return undefined;
  const beyond = most + 1;
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, i) => Math.min(i, beyond));
  for (let i = 1; i <= from.length; i++) {
    const row = new Array<number>(to.length + 1).fill(beyond);
    row[0] = Math.min(i, beyond);
    let least = row[0];
    for (let j = Math.max(1, i - most); j <= Math.min(to.length, i + most); j++) {
      // Every index below lies within its row, which the compiler cannot know.
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
    // No row after this one can be better than its best letter.
    if (least > most) return undefined;
    before = last;
    last = row;
  }
  const distance = last[to.length] ?? beyond;
  return distance > most ? undefined : distance;
}
