import { nearestName } from '@trickle/sdk/contract';
import { mapInTurns } from '../../shared/platform/timers.ts';
import { shortened } from '../../shared/values/shortened.ts';
import { differences, isAddressed, type RequestFilter } from './find.ts';
import type { RequestEntry } from './log.ts';
import type { Mismatch } from './match.ts';

/** Maximum number of other kinds of requests, and of mismatches, in a message. */
const MAX_SHOWN = 5;

/** Explains why no request matched, and describes the closest one. */
export async function nearMiss(filter: RequestFilter, entries: readonly RequestEntry[]): Promise<string> {
  const addressed = entries.filter((entry) => isAddressed(filter, entry));
  const where = describeTarget(filter, addressed);
  if (addressed.length === 0) return `no request reached ${where}; ${describeOthers(filter, entries)}`;
  const count = addressed.length === 1 ? '1 request' : `${addressed.length} requests`;
  return `${count} reached ${where}; ${await describeMismatch(filter, addressed)}`;
}

/** Describes the filter's operation or path, or that of the first request. */
function describeTarget(
  { operation, method, path }: RequestFilter,
  [first]: readonly RequestEntry[],
): string {
  if (path !== undefined) return `${method?.toUpperCase() ?? 'any method of'} ${path}`;
  if (operation !== undefined) {
    const [, version = '', rest = ''] = /^(\/v\d)\/[^/]+(\/.*)$/.exec(first?.path ?? '') ?? [];
    return rest === '' ? operation : `${first?.method} ${version}/…${rest}`;
  }
  return method === undefined ? 'the server' : method.toUpperCase();
}

/** Describes the first mismatch of the closest request. */
async function describeMismatch(filter: RequestFilter, addressed: readonly RequestEntry[]): Promise<string> {
  const missing = await mapInTurns(addressed, (entry) => differences(filter, entry));
  const nearest = missing.reduce((best, list) => (list.length <= best.length ? list : best));
  const [first] = nearest;
  if (!first) return 'all of them match';
  const expectation = `${first.path} ${show(first.expected)}`;
  const isShared = missing.every((list) => list.some(({ path }) => path === first.path));
  const values = [...new Set(missing.flatMap((list) => foundAt(list, first.path)))];
  const closest = closestTo(first.expected, values);
  const more = nearest.slice(1, MAX_SHOWN).map(({ path, expected }) => `${path} ${show(expected)}`);
  return [
    isShared ? `none had ${expectation}` : `the closest one did not have ${expectation}`,
    ...(more.length ? [`nor ${more.join(', ')}`] : []),
    closest === undefined ? `; it was absent` : `; closest: ${closest}`,
  ]
    .join(' ')
    .replace(' ;', ';');
}

const foundAt = (list: readonly Mismatch[], at: string) =>
  list.filter(({ path, found }) => path === at && found !== undefined).map(({ found }) => show(found));

/** The value most similar to the expected one; the last one if none is similar. */
function closestTo(expected: unknown, values: readonly string[]): string | undefined {
  return nearestName(show(expected), values) ?? values.at(-1);
}

function describeOthers(filter: RequestFilter, entries: readonly RequestEntry[]): string {
  const counts = new Map<string, number>();
  for (const { method, path, seq } of entries) {
    if (seq <= (filter.after ?? 0)) continue;
    const kind = `${method} ${path}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  if (counts.size === 0) return 'the server received no requests';
  const listed = [...counts]
    .slice(-MAX_SHOWN)
    .map(([kind, count]) => (count > 1 ? `${kind} (${count} times)` : kind));
  const more = counts.size > MAX_SHOWN ? ` and ${counts.size - MAX_SHOWN} others` : '';
  return `received ${listed.join(', ')}${more}`;
}

/** Maximum length of a value in a message. */
const MAX_LENGTH = 1000;

function show(value: unknown): string {
  return shortened(written(value), MAX_LENGTH);
}

function written(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value === 'function') return `that which ${value.name || 'the predicate'} accepts`;
  if (value instanceof RegExp) return String(value);
  if (Array.isArray(value)) return value.map(show).join(', ');
  return JSON.stringify(value) ?? String(value);
}
