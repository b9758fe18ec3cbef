/**
 * A pattern of paths: `*` stands for anything within one part of the path, `**` for anything at all, and what
 * stands in braces for one part, as in `/v2/{account_id}/tags`. A slash at the end makes no difference.
 */
export function pathPattern(pattern: string): RegExp {
  const known = patterns.get(pattern);
  if (known) return known;
  const source = pattern
    .replace(/\/$/, '')
    .replaceAll(/\{\w+\}/g, '*')
    .replaceAll(/[.+?^$()|[\]\\{}]/g, String.raw`\$&`)
    .replaceAll(/\*+/g, (stars) => (stars.length > 1 ? '.*' : '[^/]*'));
  const form = new RegExp(`^${source}/?$`);
  if (patterns.size > 500) patterns.clear();
  patterns.set(pattern, form);
  return form;
}

const patterns = new Map<string, RegExp>();
