import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../parse-json.ts';
import { REMOVED } from './safe-values.ts';

/** The longest name or id that is removed from a text. */
const MAX_GAP = 300;

/** A first and a last name, a number, or an id. */
const NAME_OR_NUMBER = /[\p{L}\p{M}][\s,.'’+_-]{1,3}[\p{L}\p{M}]|\d/u;

/** Whether a value is the same as before, apart from what was removed when subscribers were copied. */
export function isSame(before: unknown, now: unknown): boolean {
  if (typeof before === 'string' && typeof now === 'string') return before === now || matches(before, now);
  if (Array.isArray(before) && Array.isArray(now)) {
    return before.length === now.length && before.every((item, i) => isSame(item, now[i]));
  }
  if (!isObject(before) || !isObject(now)) return isDeepStrictEqual(before, now);
  const names = Object.keys(before);
  return names.length === Object.keys(now).length && names.every((name) => isSame(before[name], now[name]));
}

/** Whether a text has something in all places where another one has `[removed]`. */
function matches(before: string, now: string): boolean {
  const [first = '', ...others] = before.split(REMOVED);
  if (others.length === 0 || !now.startsWith(first)) return false;
  let end = first.length;
  for (const [i, part] of others.entries()) {
    const isLast = i === others.length - 1;
    const start = isLast ? now.length - part.length : now.indexOf(part || ' ', end + 1);
    const gap = now.slice(end, start);
    if (start <= end || gap.length > MAX_GAP || !NAME_OR_NUMBER.test(gap) || !now.startsWith(part, start))
      return false;
    end = start + part.length;
  }
  return true;
}
