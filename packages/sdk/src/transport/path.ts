/**
 * Fills the placeholders of a path with values, each percent-encoded. Undefined for a value that would change the
 * meaning of the path (empty, a dot segment, not a text): a missing id must never turn `get` into `list` or reach a
 * neighbour. `pathErrorOf` says why.
 */
export function fillPath(template: string, values: readonly unknown[]): string | undefined {
  let isFit = true;
  let count = 0;
  const path = template.replaceAll(/\{\w+\}/g, () => {
    const value = values[count++];
    if (typeof value === 'string' && !/^\.{0,2}$/.test(value) && value.isWellFormed()) {
      return encodeURIComponent(value);
    }
    isFit = false;
    return '';
  });
  return isFit ? path : undefined;
}
