import { matchingAmong, type RequestFilter, recordedAll } from '../observe/request-log/find.ts';
import type { RequestLog } from '../observe/request-log/log.ts';
import { assertSatisfiable } from '../observe/request-log/misspelling.ts';
import { nearMiss } from '../observe/request-log/near-miss.ts';
import type { RecordedRequest } from '../observe/request-log/recorded-request.ts';
import { Notifier } from '../shared/platform/notifier.ts';
import { after } from '../shared/platform/timers.ts';
import type { Store } from '../store/engine/store.ts';
import { ALL_TABLES } from '../store/engine/transaction-end.ts';
import type { Runtime } from './runtime.ts';

/** Thrown when an expected request has not been received. The message describes the closest one. */
export class UnmetExpectation extends Error {
  override readonly name = 'UnmetExpectation';
}

/** The expected number of requests that match, and the longest wait for them in real milliseconds. */
interface Expected {
  readonly times?: number | undefined;
  readonly within?: number | undefined;
}

export async function expectRequest(
  { requestLog, store }: Pick<Runtime, 'requestLog' | 'store'>,
  filter: RequestFilter,
  { times, within = 0 }: Expected,
): Promise<RecordedRequest[]> {
  const search = async () => matchingAmong(filter, await requestLog.entries(filter.accountId));
  const isMet = async () => (await search()).length >= (times ?? 1);
  if (within > 0) await waitUntil({ requestLog, store }, within, isMet);
  const requests = await recordedAll(await search());
  if (times === 0 && requests.length === 0) assertSatisfiable(filter);
  if (times === undefined ? requests.length > 0 : requests.length === times) {
    assertAccepted(filter, requests);
    return requests;
  }
  throw new UnmetExpectation(await describeShortfall(filter, requests, times, requestLog));
}

const REFUSED = 422;

/** Throws an `UnmetExpectation` if the server refused all requests, unless the filter asks for a status. */
function assertAccepted({ status }: RequestFilter, found: readonly RecordedRequest[]): void {
  const isRefused = (one: RecordedRequest) => one.status === REFUSED && one.faultId === undefined;
  const [first] = found;
  if (status !== undefined || first === undefined || !found.every(isRefused)) return;
  const count = found.length === 1 ? '1 request' : `${found.length} requests`;
  throw new UnmetExpectation(
    `${count} came, but the server rejected all of them with 422: ${first.problem}; to expect that, add status: 422 to the filter`,
  );
}

const MAX_SHOWN = 20;

async function describeShortfall(
  filter: RequestFilter,
  found: readonly RecordedRequest[],
  times: number | undefined,
  requestLog: RequestLog,
): Promise<string> {
  if (found.length === 0) return nearMiss(filter, await requestLog.entries(filter.accountId));
  const more = found.length > MAX_SHOWN ? ` and ${found.length - MAX_SHOWN} more` : '';
  const numbers = found.slice(0, MAX_SHOWN).map(({ seq }) => `#${seq}`);
  return `expected ${times} such ${times === 1 ? 'request' : 'requests'}, but ${found.length} came: ${numbers.join(', ')}${more}`;
}

/** Real milliseconds after which a log is read again, even if no server has announced a request. */
const POLL = 1000;

/** Resolves when the condition holds, or after the timeout in real milliseconds. */
async function waitUntil(
  { requestLog, store }: { readonly requestLog: RequestLog; readonly store: Store },
  milliseconds: number,
  holds: () => Promise<boolean>,
): Promise<void> {
  const news = new Notifier();
  let isOver = false;
  const look = () => news.fire();
  const unsubscribe = requestLog.changes.subscribe(look);
  const isNews = (tables: ReadonlySet<string>) => tables.has('request_entries') || tables.has(ALL_TABLES);
  const unwatch = store.isShared
    ? store.watch(undefined, (tables) => isNews(tables) && look())
    : () => undefined;
  const forget = after(milliseconds, () => {
    isOver = true;
    look();
  });
  try {
    while (!isOver) {
      const changed = news.next();
      if (await holds()) return;
      const cancel = after(POLL, look);
      await changed;
      cancel();
    }
  } finally {
    forget();
    unsubscribe();
    unwatch();
  }
}
