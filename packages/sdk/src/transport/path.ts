import { InputError } from '../errors.ts';

/**
 * Fills the placeholders of a path with values, each percent-encoded. A value that would change what the path means
 * (empty, a dot segment, not a text) is refused: a missing id must never turn `get` into `list` or reach a neighbour.
 */
export function fillPath(template: string, values: readonly unknown[]): string {
  let at = 0;
  return template.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, values[at++]));
}

function segment(name: string, value: unknown): string {
  if (typeof value !== 'string') {
    const hint = typeof value === 'number' ? ` Identifiers are texts: write '${value}'.` : '';
    throw unfit(name, `must be a text, not ${value === null ? 'null' : typeof value}.${hint}`);
  }
  if (value === '') throw unfit(name, 'is empty.');
  if (value === '.' || value === '..') throw unfit(name, `must not be '${value}'.`);
  if (/\p{Cs}/u.test(value)) throw unfit(name, 'holds half of a surrogate pair.');
  return encodeURIComponent(value);
}

function unfit(name: string, problem: string): InputError {
  const message = `${name} ${problem}`;
  return new InputError(`Nothing was sent: ${message}`, [{ code: 'format_error', attribute: name, message }]);
}
