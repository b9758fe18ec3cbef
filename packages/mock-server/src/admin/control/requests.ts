import { matchesFilter, type RequestFilter } from '../../observe/request-log/find.ts';
import type { RequestLog } from '../../observe/request-log/log.ts';
import { assertSatisfiable } from '../../observe/request-log/misspelling.ts';
import { nearMiss } from '../../observe/request-log/near-miss.ts';
import { type RecordedRequest, recorded } from '../../observe/request-log/recorded-request.ts';
import { after } from '../../shared/platform/timers.ts';
import type { Store } from '../../store/engine/store.ts';
import { ALL_TABLES } from '../../store/engine/table-watchers.ts';
import { type RequestStatus, requestStatus } from './request-status.ts';

/** Options of `expectRequest`. */
export interface ExpectOptions {
  /** The exact number of requests; 0 for none. Default: at least one. */
  readonly times?: number | undefined;
  /** Real milliseconds to wait for requests from other processes. Default: 0. */
  readonly within?: number | undefined;
}

/** Thrown when an expected request has not been received. The message describes the closest one. */
export class UnmetExpectation extends Error {
  override readonly name = 'UnmetExpectation';
}

/** A possible mistake in an accepted request, usually an unknown name. */
export interface RequestWarning {
  /** The sequence number of the request. */
  readonly seq: number;
  /** For example `POST /v2/9999999/subscribers`. */
  readonly request: string;
  /** For example `unknown member frist_name, did you mean first_name?`. */
  readonly warning: string;
}

/** The request log. */
export interface Requests {
  /** Finds matching requests, oldest first, among the newest 10,000 of each account. */
  find(filter?: RequestFilter): Promise<RecordedRequest[]>;
  /** Clears the log, of one account or of all. */
  clear(accountId?: string): Promise<void>;
}

/** Reads and asserts on received requests. */
export interface RequestControls {
  readonly requests: Requests;
  /**
   * Returns the matching requests, or throws an `UnmetExpectation` that describes what was received: "3 requests
   * reached POST /v2/…/events; none had action 'Signed up'; closest: 'Signed Up'". Also throws if the server refused all
   * of them with 422, unless the filter has a `status`.
   */
  expectRequest(filter: RequestFilter, options?: ExpectOptions): Promise<RecordedRequest[]>;
  /**
   * Returns the progress of a background request. The id is the `request_id` of a v3 activity or the last path
   * segment of a v2 batch's `Location`. Undefined if unknown.
   */
  requestStatus(
    requestId: string,
    choice?: { readonly accountId?: string | undefined },
  ): Promise<RequestStatus | undefined>;
  /**
   * Lists possible mistakes in accepted requests: unknown names, and for the page script failed messages and parts
   * that were skipped because they belong to another subscriber.
   */
  warnings(filter?: RequestFilter): Promise<RequestWarning[]>;
}

/** Creates the request functions, limited to one account if `own` is given. `firstId` is the default account. */
export function requestControl(
  requestLog: RequestLog,
  store: Store,
  firstId: string,
  own?: string,
): RequestControls {
  const scoped = (filter: RequestFilter): RequestFilter =>
    own === undefined ? filter : { ...filter, accountId: own };
  const search = async (filter: RequestFilter) =>
    (await requestLog.entries(filter.accountId))
      .filter((entry) => matchesFilter(filter, entry))
      .map(recorded);
  const find = async (filter: RequestFilter) => {
    const found = await search(filter);
    if (found.length === 0) assertSatisfiable(filter);
    return found;
  };
  return {
    requests: {
      find: (filter = {}) => find(scoped(filter)),
      clear: async (which = own) => requestLog.clear(which),
    },
    requestStatus: (requestId, { accountId = firstId } = {}) => requestStatus(store, accountId, requestId),
    async expectRequest(filter, { times, within = 0 } = {}) {
      const scopedFilter = scoped(filter);
      const isMet = async () => (await search(scopedFilter)).length >= (times ?? 1);
      if (within > 0) await waitUntil({ requestLog, store }, within, isMet);
      const found = await (times === 0 ? find(scopedFilter) : search(scopedFilter));
      if (times === undefined ? found.length > 0 : found.length === times) {
        assertAccepted(scopedFilter, found);
        return found;
      }
      throw new UnmetExpectation(await describeShortfall(scopedFilter, found, times, requestLog));
    },
    warnings: async (filter = {}) =>
      (await find(scoped(filter))).flatMap(({ seq, method, path, warnings }) =>
        warnings.map((warning) => ({ seq, request: `${method} ${path}`, warning })),
      ),
  };
}

/** The status of a request whose attributes are invalid. */
const REFUSED = 422;

/** Throws an `UnmetExpectation` if the server refused all requests, unless the filter asks for a status. */
function assertAccepted({ status }: RequestFilter, found: readonly RecordedRequest[]): void {
  const isRefused = (one: RecordedRequest) => one.status === REFUSED && one.faultId === undefined;
  const [first] = found;
  if (status !== undefined || first === undefined || !found.every(isRefused)) return;
  const count = found.length === 1 ? '1 request' : `${found.length} requests`;
  throw new UnmetExpectation(
    `${count} came, and the server refused all with 422: ${first.problem}; to expect that, add status: 422 to the filter`,
  );
}

async function describeShortfall(
  filter: RequestFilter,
  found: readonly RecordedRequest[],
  times: number | undefined,
  requestLog: RequestLog,
): Promise<string> {
  if (found.length === 0) return nearMiss(filter, await requestLog.entries(filter.accountId));
  const numbers = found.map(({ seq }) => `#${seq}`).join(', ');
  return `expected ${times} such ${times === 1 ? 'request' : 'requests'}, but ${found.length} came: ${numbers}`;
}

/** Real milliseconds after which a log is read again, even if no server has announced a request. */
const POLL = 1000;

/** Resolves when the condition holds, or after the timeout in real milliseconds. */
async function waitUntil(
  { requestLog, store }: { readonly requestLog: RequestLog; readonly store: Store },
  milliseconds: number,
  holds: () => Promise<boolean>,
): Promise<void> {
  let wake = () => {};
  let isOver = false;
  let hasNews = false;
  const look = () => {
    hasNews = true;
    wake();
  };
  const unsubscribe = requestLog.changes.subscribe(look);
  const isNews = (tables: ReadonlySet<string>) => tables.has('request_entries') || tables.has(ALL_TABLES);
  const unwatch = store.isShared
    ? store.watch(undefined, (tables) => isNews(tables) && look())
    : () => undefined;
  const forget = after(milliseconds, () => {
    isOver = true;
    wake();
  });
  try {
    while (!isOver) {
      hasNews = false;
      if (await holds()) return;
      if (hasNews || isOver) continue;
      const news = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const cancel = after(POLL, wake);
      await news;
      cancel();
    }
  } finally {
    forget();
    unsubscribe();
    unwatch();
  }
}
