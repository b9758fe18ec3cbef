import type { OperationName } from '../values/operation-names.ts';
import type { RequestEntry } from './log.ts';
import { type Expectation, type Mismatch, matches, mismatches } from './match.ts';
import { pathPattern } from './path-pattern.ts';
import { bodyOf, recordsIn } from './recorded-request.ts';

/** Which requests are meant; what is left out may be anything. */
export interface RequestFilter {
  /** Requests to this account only. */
  readonly accountId?: string | undefined;
  /** As in `subscribers.upsert`. */
  readonly operation?: OperationName | undefined;
  /** Without regard to case. */
  readonly method?: string | undefined;
  /** `*` stands for anything within a part of the path, `**` for anything, `{account_id}` for one part. */
  readonly path?: string | undefined;
  readonly query?: Expectation;
  readonly status?: number | undefined;
  /**
   * What the body, or any record in it without its envelope, holds at least. In-process, a regular expression, a
   * predicate or a test runner's `expect.any(…)` may stand for any value.
   */
  readonly body?: Expectation;
  /** Only requests that came after the one with this number. */
  readonly after?: number | undefined;
}

/** Whether a request is one to the place that is meant, whatever it says. */
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

/** Whether a request is one that is meant. */
export function matchesFilter(filter: RequestFilter, entry: RequestEntry): boolean {
  return (
    isAddressed(filter, entry) &&
    (filter.status === undefined || filter.status === entry.status) &&
    (filter.query === undefined || matches(filter.query, queryOf(entry))) &&
    (filter.body === undefined || recordsIn(bodyOf(entry)).some((record) => matches(filter.body, record)))
  );
}

/** All that a request to the right place has otherwise than it is meant to. */
export function differences({ status, query, body }: RequestFilter, entry: RequestEntry): Mismatch[] {
  const found: Mismatch[] = [];
  if (body !== undefined) {
    const records = recordsIn(bodyOf(entry));
    const each = (records.length ? records : [undefined]).map((record) => mismatches(body, record));
    found.push(...(each.sort((one, other) => one.length - other.length)[0] ?? []));
  }
  if (query !== undefined) found.push(...mismatches(query, queryOf(entry), 'query'));
  if (status !== undefined && status !== entry.status) {
    found.push({ path: 'status', expected: status, found: entry.status });
  }
  return found;
}

const queryOf = ({ query }: RequestEntry) => Object.fromEntries(new URLSearchParams(query));
