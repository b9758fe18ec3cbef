/** The candidate that `name` was most likely meant to be, if one is near. `firstName` is `first_name`. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  const plain = plainly(name);
  let nearest: string | undefined;
  // A third of the letters may be wrong; of a short name, one.
  let allowed = Math.max(1, Math.floor(plain.length / 3));
  for (const candidate of candidates) {
    const distance = editDistance(plain, plainly(candidate));
    if (distance > allowed) continue;
    nearest = candidate;
    if (distance === 0) break;
    allowed = distance - 1;
  }
  return nearest;
}

/** `, did you mean …?`, or nothing. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const nearest = nearestName(name, candidates);
  return nearest === undefined ? '' : `, did you mean ${nearest}?`;
}

const plainly = (name: string) => name.replaceAll(/[_-]/g, '').toLowerCase();

/** How many letters to insert, delete, replace or swap with their neighbour to get from one text to the other. */
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
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
      row.push(best);
    }
    before = last;
    last = row;
  }
  return last.at(-1) ?? 0;
}
