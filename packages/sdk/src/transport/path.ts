/**
 * Fills the placeholders of a path with percent-encoded values. Returns undefined for a value that would change the
 * meaning of the path (empty, a dot segment, not a string): a missing id must never turn `get` into `list` or address
 * another resource. `pathErrorOf` explains the problem.
 */
export function fillPath(template: string, values: readonly unknown[]): string | undefined {
  let isValid = true;
  let count = 0;
  const path = template.replaceAll(/\{\w+\}/g, () => {
    const value = values[count++];
    if (typeof value === 'string' && !/^\.{0,2}$/.test(value) && value.isWellFormed()) {
      return encodeURIComponent(value);
    }
    isValid = false;
    return '';
  });
  return isValid ? path : undefined;
}
