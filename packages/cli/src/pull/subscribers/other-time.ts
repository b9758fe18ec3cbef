import type { KeyedHash } from './keyed-hash.ts';

const SECONDS_OF_DAY = 86_400;

/**
 * Another time on the same day (UTC). Of the times of one subscriber, earlier ones do not become later than others. Undefined
 * for text that is no time.
 */
export function otherTime(hash: KeyedHash, subscriber: string, time: string): string | undefined {
  const at = new Date(time).getTime();
  if (Number.isNaN(at)) return undefined;
  const day = new Date(at).toISOString().slice(0, 10);
  const start = Date.parse(day);
  const second = Math.floor((at - start) / 1000);
  const drawn = (kind: string) => 1 + hash.number(`${kind} second ${day}`, subscriber, SECONDS_OF_DAY - 1);
  // One second of the day is moved, and the others before and after it proportionally.
  const [from, to] = [drawn('from'), drawn('to')];
  const moved =
    second < from
      ? (second * to) / from
      : to + ((second - from) * (SECONDS_OF_DAY - to)) / (SECONDS_OF_DAY - from);
  return new Date(start + Math.floor(moved) * 1000).toISOString().replace('.000Z', 'Z');
}
