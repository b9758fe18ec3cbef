/**
 * Whether text matches a pattern in which `*` stands for any text, case-insensitively. Searches for the parts in turn
 * without backtracking, so the number of stars does not affect the running time.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  const [first = '', ...parts] = pattern.toLowerCase().split('*');
  const last = parts.pop();
  const sought = text.toLowerCase();
  if (last === undefined) return sought === first;
  if (!sought.startsWith(first) || !sought.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts) {
    const index = sought.indexOf(part, at);
    if (index < 0) return false;
    at = index + part.length;
  }
  return at <= sought.length - last.length;
}

/**
 * Converts patterns in which `*` stands for any text to sources for one regular expression. A lookahead with a back
 * reference matches each part between two stars once, which prevents catastrophic backtracking on long URLs.
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
