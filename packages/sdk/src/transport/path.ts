import { InputError } from '../core/errors.ts';
import { kindOf } from './input/kind-of.ts';

/**
 * Fills the placeholders of a path with values, each percent-encoded. A value that would change what the path means
 * (empty, a dot segment, not a text) is refused: a missing id must never turn `get` into `list` or reach a neighbour.
 */
export function fillPath(template: string, values: readonly unknown[]): string {
  const [start = '', ...parts] = template.split('{');
  let path = start;
  for (const [i, part] of parts.entries()) {
    const end = part.indexOf('}');
    path += segment(part.slice(0, end), values[i]) + part.slice(end + 1);
  }
  return path;
}

function segment(name: string, value: unknown): string {
  if (typeof value !== 'string') {
    const hint = typeof value === 'number' ? ` Identifiers are texts: write '${value}'.` : '';
    throw unfit(name, `must be a text, not ${kindOf(value)}.${hint}`);
  }
  if (value === '') throw unfit(name, 'is empty.');
  if (value === '.' || value === '..') throw unfit(name, `must not be '${value}'.`);
  try {
    return encodeURIComponent(value);
  } catch {
    throw unfit(name, 'holds half of a surrogate pair.'); // the only thing that cannot be encoded
  }
}

function unfit(name: string, problem: string): InputError {
  const message = `${name} ${problem}`;
  return new InputError(`Nothing was sent: ${message}`, [{ code: 'format_error', attribute: name, message }]);
}
