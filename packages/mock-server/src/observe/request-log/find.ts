import { mapInTurns } from '../../shared/platform/timers.ts';
import type { OperationName } from '../../shared/values/operation-names.ts';
import type { RequestEntry } from './log.ts';
import { type Expectation, type Mismatch, matches, mismatches } from './match.ts';
import { pathPattern } from './path-pattern.ts';
import { bodyOf, type RecordedRequest, recorded, recordsIn } from './recorded-request.ts';

/** Filters requests. Omitted members match anything. */
export interface RequestFilter {
  /** Only requests to this account. */
  readonly accountId?: string | undefined;
  /** For example `subscribers.upsert`. */
  readonly operation?: OperationName | undefined;
  /** Case-insensitive. */
  readonly method?: string | undefined;
  /** `*` matches within a path segment, `**` across segments, `{account_id}` one segment. */
  readonly path?: string | undefined;
  readonly query?: Expectation;
  readonly status?: number | undefined;
  /**
   * A subset of the body, or of any record in it without the envelope. In-process, any value may be a regular
   * expression, a predicate, or a test runner's `expect.any(…)`.
   */
  readonly body?: Expectation;
  /** Only requests with a higher sequence number. */
  readonly after?: number | undefined;
}

/** Whether a request matches the filter's operation, method and path. */
export function isAddressed(
  filter: RequestFilter,
  { accountId, operation, method, path, seq }: RequestEntry,
): boolean {
  return (
    seq > (filter.after ?? 0) &&
    (filter.accountId === undefined || filter.accountId === accountId) &&
    (filter.operation === undefined || filter.operation === operation) &&
    (filter.method === undefined || filter.method.toUpperCase() === method) &&
    (filter.path === undefined || pathPattern(filter.path).test(path))
  );
}

export function matchesFilter(filter: RequestFilter, entry: RequestEntry): boolean {
  return (
    isAddressed(filter, entry) &&
    (filter.status === undefined || filter.status === entry.status) &&
    (filter.query === undefined || matches(filter.query, queryOf(entry))) &&
    (filter.body === undefined || recordsIn(bodyOf(entry)).some((record) => matches(filter.body, record)))
  );
}

/** The entries that match a filter. Other requests are answered in between. */
export async function matchingAmong(
  filter: RequestFilter,
  entries: readonly RequestEntry[],
): Promise<RequestEntry[]> {
  const isFound = await mapInTurns(entries, (entry) => matchesFilter(filter, entry));
  return entries.filter((_, i) => isFound[i]);
}

/** Requests as they are shown. Other requests are answered in between. */
export const recordedAll = (entries: readonly RequestEntry[]): Promise<RecordedRequest[]> =>
  mapInTurns(entries, recorded);

/** The differences between a request and a filter whose operation, method and path it matches. */
export function differences({ status, query, body }: RequestFilter, entry: RequestEntry): Mismatch[] {
  const problems: Mismatch[] = [];
  if (body !== undefined) {
    const records = recordsIn(bodyOf(entry));
    const each = (records.length ? records : [undefined]).map((record) => mismatches(body, record));
    problems.push(...(each.sort((left, right) => left.length - right.length)[0] ?? []));
  }
  if (query !== undefined) problems.push(...mismatches(query, queryOf(entry), 'query'));
  if (status !== undefined && status !== entry.status) {
    problems.push({ path: 'status', expected: status, found: entry.status });
  }
  return problems;
}

const queryOf = ({ query }: RequestEntry) => Object.fromEntries(new URLSearchParams(query));
