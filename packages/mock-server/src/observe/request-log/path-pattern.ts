export interface PathPattern {
  test(path: string): boolean;
}

/** Maximum length of a pattern. Longer patterns match nothing. */
const MAX_LENGTH = 1000;

/** Tokens of `*` (within a segment) and `**` (across segments). */
const WITHIN = Symbol('*');
const ANYTHING = Symbol('**');
type Token = string | typeof WITHIN | typeof ANYTHING;

const patterns = new Map<string, PathPattern>();

/** `*` matches within a segment, `**` across, and `{name}` one, as in `/v2/{account_id}/tags`. Trailing slashes are ignored. */
export function pathPattern(pattern: string): PathPattern {
  const compiled = patterns.get(pattern);
  if (compiled) return compiled;
  const tokens = pattern.length > MAX_LENGTH ? undefined : tokensOf(pattern);
  const made: PathPattern = {
    test: (path) =>
      tokens !== undefined &&
      (isMatch(tokens, path) || (path.endsWith('/') && isMatch(tokens, withoutSlash(path)))),
  };
  if (patterns.size > 500) patterns.clear();
  patterns.set(pattern, made);
  return made;
}

const withoutSlash = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : path);

function tokensOf(pattern: string): readonly Token[] {
  const parts = withoutSlash(pattern).split(/(\{\w+\}|\*+)/);
  return parts.flatMap((part, i): readonly Token[] => {
    if (i % 2 === 0) return part.split('');
    return [part.startsWith('**') ? ANYTHING : WITHIN];
  });
}

/** Matches in a single pass. `reached` holds the pattern positions that the path so far can lead to, so the cost of stars is linear. */
function isMatch(tokens: readonly Token[], path: string): boolean {
  let reached = withoutStars(tokens, [0]);
  for (let at = 0; at < path.length && reached.length > 0; at++) {
    const letter = path[at];
    const next: number[] = [];
    for (const place of reached) {
      const token = tokens[place];
      if (token === letter) next.push(place + 1);
      else if (token === ANYTHING || (token === WITHIN && letter !== '/')) next.push(place);
    }
    reached = withoutStars(tokens, next);
  }
  return reached.includes(tokens.length);
}

/** Expands positions to those behind stars that match nothing; sorted, without duplicates. */
function withoutStars(tokens: readonly Token[], places: readonly number[]): number[] {
  const all: number[] = [];
  for (const start of places) {
    let place = start;
    while (place > (all.at(-1) ?? -1)) {
      all.push(place);
      if (typeof tokens[place] !== 'symbol') break;
      place++;
    }
  }
  return all;
}
