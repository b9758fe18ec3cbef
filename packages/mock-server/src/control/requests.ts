import { after } from '../platform/timers.ts';
import { matchesFilter, type RequestFilter } from '../request-log/find.ts';
import type { RequestLog } from '../request-log/log.ts';
import { refuseMisspelled } from '../request-log/misspelling.ts';
import { nearMiss } from '../request-log/near-miss.ts';
import { type RecordedRequest, recorded } from '../request-log/recorded-request.ts';
import type { Store } from '../store/store.ts';
import { type RequestStatus, requestStatus } from './request-status.ts';

/** How often an expected request is to have come, and how long it may take. */
export interface ExpectOptions {
  /** Exactly so often; default: at least once. 0 for never. */
  readonly times?: number | undefined;
  /** How many real milliseconds to wait for it, for requests that others send. Default: none. */
  readonly within?: number | undefined;
}

/** Thrown when a request that was expected has not come; says which came nearest. */
export class UnmetExpectation extends Error {
  override readonly name = 'UnmetExpectation';
}

/** Something in a request that was let pass and may be a mistake: most often a name that the interface does not know. */
export interface RequestWarning {
  /** The request's number. */
  readonly seq: number;
  /** As in `POST /v2/9999999/subscribers`. */
  readonly request: string;
  /** As in `unknown member frist_name, did you mean first_name?`. */
  readonly warning: string;
}

/** The requests that reached a server. */
export interface Requests {
  /** Those that are meant, in the order in which they came; the newest 10,000 of an account are kept. */
  find(filter?: RequestFilter): RecordedRequest[];
  /** Forgets those that came so far: of one account, or all. */
  clear(accountId?: string): void;
}

/** What of a server's requests can be asked and expected. */
export interface RequestControls {
  readonly requests: Requests;
  /**
   * Resolves with the requests that are meant, or throws an `UnmetExpectation` that says what came instead: "3
   * requests reached POST /v2/…/events; none had action 'Signed up'; closest: 'Signed Up'".
   */
  expectRequest(filter: RequestFilter, options?: ExpectOptions): Promise<RecordedRequest[]>;
  /**
   * How far a request is that was accepted for the background: of a v3 activity by its `request_id`, of a v2 batch
   * by the end of its `Location`; undefined when there is none such.
   */
  requestStatus(
    requestId: string,
    choice?: { readonly accountId?: string | undefined },
  ): Promise<RequestStatus | undefined>;
  /**
   * What was let pass and may be a mistake: names in requests that the interface does not know; of the page script,
   * messages that failed, and what was left out of them because it is somebody else's.
   */
  warnings(filter?: RequestFilter): RequestWarning[];
}

/**
 * The requests of a ledger; of one account where `own` is given. `firstId` is the account that is meant where one has
 * to be and none is named.
 */
export function requestControl(
  requestLog: RequestLog,
  store: Store,
  firstId: string,
  own?: string,
): RequestControls {
  const scoped = (filter: RequestFilter): RequestFilter =>
    own === undefined ? filter : { ...filter, accountId: own };
  const search = (filter: RequestFilter) =>
    requestLog
      .entries(filter.accountId)
      .filter((entry) => matchesFilter(filter, entry))
      .map(recorded);
  const find = (filter: RequestFilter) => {
    const found = search(filter);
    if (found.length === 0) refuseMisspelled(filter);
    return found;
  };
  return {
    requests: {
      find: (filter = {}) => find(scoped(filter)),
      clear: (which = own) => requestLog.clear(which),
    },
    requestStatus: (requestId, { accountId = firstId } = {}) => requestStatus(store, accountId, requestId),
    async expectRequest(filter, { times, within = 0 } = {}) {
      const meant = scoped(filter);
      const isMet = (count: number) => (times === undefined ? count > 0 : count >= times);
      if (!isMet(search(meant).length) && within > 0) {
        await waitUntil(requestLog, within, () => isMet(search(meant).length));
      }
      const found = times === 0 ? find(meant) : search(meant);
      if (times === undefined ? found.length > 0 : found.length === times) return found;
      throw new UnmetExpectation(shortfall(meant, found, times, requestLog));
    },
    warnings: (filter = {}) =>
      find(scoped(filter)).flatMap(({ seq, method, path, warnings }) =>
        warnings.map((warning) => ({ seq, request: `${method} ${path}`, warning })),
      ),
  };
}

function shortfall(
  filter: RequestFilter,
  found: readonly RecordedRequest[],
  times: number | undefined,
  requestLog: RequestLog,
): string {
  if (found.length === 0) return nearMiss(filter, requestLog.entries(filter.accountId));
  const numbers = found.map(({ seq }) => `#${seq}`).join(', ');
  return `expected ${times} such ${times === 1 ? 'request' : 'requests'}, but ${found.length} came: ${numbers}`;
}

/** Resolves when the condition holds after some request, and when the real milliseconds are over. */
function waitUntil(requestLog: RequestLog, milliseconds: number, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      forget();
      unsubscribe();
      resolve();
    };
    const forget = after(milliseconds, end);
    const unsubscribe = requestLog.subscribe(() => {
      if (holds()) end();
    });
  });
}
