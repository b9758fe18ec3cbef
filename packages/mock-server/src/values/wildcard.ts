/**
 * Whether a text has the form of a pattern in which `*` stands for anything, without regard to case. Looks for the parts
 * one after another and never goes back, so the number of stars does not matter.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  const [first = '', ...parts] = pattern.toLowerCase().split('*');
  const last = parts.pop();
  const sought = text.toLowerCase();
  if (last === undefined) return sought === first;
  if (!sought.startsWith(first) || !sought.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = sought.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= sought.length - last.length;
}

/**
 * Makes the sources of one regular expression from patterns in which `*` stands for anything. It finds each part between
 * two stars once and never looks for it again (a lookahead with a back reference), so a browser does not try all ways to
 * share a long address among many stars.
 */
export function wildcardSources(): (pattern: string) => string {
  let groups = 0;
  return (pattern) => {
    const [first = '', ...parts] = pattern.split(/\*+/).map(literal);
    const last = parts.pop();
    const middle = parts.map((part) => `(?=(.*?${part}))\\${++groups}`);
    return first + middle.join('') + (last === undefined ? '' : `.*${last}`);
  };
}

const literal = (text: string) => text.replaceAll(/[\\^$.|?+()[\]{}]/g, '\\$&');
