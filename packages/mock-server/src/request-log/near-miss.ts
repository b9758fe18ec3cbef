import { nearestName } from '@trickle/sdk/contract';
import { differences, isAddressed, type RequestFilter } from './find.ts';
import type { RequestEntry } from './log.ts';
import type { Mismatch } from './match.ts';

/** How many requests of other kinds are told of. */
const MAX_SHOWN = 5;

/** Why no request was as expected, and which came nearest. */
export function nearMiss(filter: RequestFilter, entries: readonly RequestEntry[]): string {
  const addressed = entries.filter((entry) => isAddressed(filter, entry));
  const where = placeOf(filter, addressed);
  if (addressed.length === 0) return `no request reached ${where}; ${othersThan(filter, entries)}`;
  const count = addressed.length === 1 ? '1 request' : `${addressed.length} requests`;
  return `${count} reached ${where}; ${shortOf(filter, addressed)}`;
}

/** The place that is meant, in the words of the expectation, or of the requests where it has none. */
function placeOf({ operation, method, path }: RequestFilter, [first]: readonly RequestEntry[]): string {
  if (path !== undefined) return `${method?.toUpperCase() ?? 'any method of'} ${path}`;
  if (operation !== undefined) {
    const [, version = '', rest = ''] = /^(\/v\d)\/[^/]+(\/.*)$/.exec(first?.path ?? '') ?? [];
    return rest === '' ? operation : `${first?.method} ${version}/…${rest}`;
  }
  return method === undefined ? 'the server' : method.toUpperCase();
}

/** What all requests to the right place lack, by what the nearest of them lacks first. */
function shortOf(filter: RequestFilter, addressed: readonly RequestEntry[]): string {
  const missing = addressed.map((entry) => differences(filter, entry));
  const nearest = missing.reduce((best, one) => (one.length <= best.length ? one : best));
  const [first] = nearest;
  if (!first) return 'all of them are as expected';
  const wanted = `${first.path} ${show(first.expected)}`;
  const isShared = missing.every((one) => one.some(({ path }) => path === first.path));
  const found = [...new Set(missing.flatMap((one) => foundAt(one, first.path)))];
  const closest = closestTo(first.expected, found);
  const more = nearest.slice(1).map(({ path, expected }) => `${path} ${show(expected)}`);
  return [
    isShared ? `none had ${wanted}` : `the closest one did not have ${wanted}`,
    ...(more.length ? [`nor ${more.join(', ')}`] : []),
    closest === undefined ? `; it was not there` : `; closest: ${closest}`,
  ]
    .join(' ')
    .replace(' ;', ';');
}

const foundAt = (one: readonly Mismatch[], at: string) =>
  one.filter(({ path, found }) => path === at && found !== undefined).map(({ found }) => show(found));

/** The value that was most likely meant to be the expected one; the last one where none is near. */
function closestTo(expected: unknown, found: readonly string[]): string | undefined {
  return nearestName(show(expected), found) ?? found.at(-1);
}

function othersThan(filter: RequestFilter, entries: readonly RequestEntry[]): string {
  const counts = new Map<string, number>();
  for (const { method, path, seq } of entries) {
    if (seq <= (filter.after ?? 0)) continue;
    const kind = `${method} ${path}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  if (counts.size === 0) return 'nothing reached the server at all';
  const listed = [...counts]
    .slice(-MAX_SHOWN)
    .map(([kind, count]) => (count > 1 ? `${kind} (${count} times)` : kind));
  const more = counts.size > MAX_SHOWN ? ` and ${counts.size - MAX_SHOWN} others` : '';
  return `what came was ${listed.join(', ')}${more}`;
}

/** A value as a message shows it. */
function show(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value === 'function') return `that which ${value.name || 'the predicate'} accepts`;
  if (value instanceof RegExp) return String(value);
  if (Array.isArray(value)) return value.map(show).join(', ');
  return JSON.stringify(value) ?? String(value);
}
