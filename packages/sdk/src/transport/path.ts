/** The texts around the placeholders of a template. */
const texts = new Map<string, readonly string[]>();

/**
 * Fills the placeholders of a path with percent-encoded values. Returns undefined for a value that would change the
 * meaning of the path (empty, a dot segment, not a string): a missing id must never turn `get` into `list` or address
 * another resource. `pathErrorOf` explains the problem.
 */
export function fillPath(template: string, values: readonly unknown[]): string | undefined {
  const [first = '', ...others] = textsOf(template);
  let path = first;
  for (const [at, text] of others.entries()) {
    const value = values[at];
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value) || !value.isWellFormed()) return undefined;
    path += encodeURIComponent(value) + text;
  }
  return path;
}

/** Each template is split once: the interface has about fifty. */
function textsOf(template: string): readonly string[] {
  const known = texts.get(template) ?? template.split(/\{\w+\}/);
  texts.set(template, known);
  return known;
}
