import { after as afterReal } from '../shared/platform/timers.ts';
import { isOutage } from '../store/engine/errors.ts';
import type { Store } from '../store/engine/store.ts';
import { lastEventNumber, type NumberedEvent, pageOfEventsAfter } from '../store/tables/domain-events.ts';
import type { Runtime } from './runtime.ts';

/** Options of `watch`. */
export interface WatchOptions {
  /** Default: all accounts. */
  readonly accountId?: string | undefined;
  /** Starts after the event with this sequence number. Default: from now on. */
  readonly after?: number | undefined;
  /** Ends the stream. */
  readonly signal?: AbortSignal | undefined;
}

/** Real milliseconds until a stream reads again after an outage of the database, unless it hears of news before. */
const RETRY = 1000;

/** Streams subscriber events as they occur. Ends on `break`, on abort, and when the server closes. */
export async function* watchEvents(
  { store, allServices, closing: { signal: closing } }: Runtime,
  { accountId, after, signal: given }: WatchOptions,
): AsyncGenerator<NumberedEvent, void> {
  const signal = given ? AbortSignal.any([given, closing]) : closing;
  let wake = () => {};
  let cancelRetry = () => {};
  let hasNews = false;
  const look = () => {
    hasNews = true;
    wake();
  };
  const unsubscribe = allServices.shared.feed.subscribe(look);
  signal.addEventListener('abort', look);
  try {
    let last = after ?? (await store.read(lastEventNumber));
    while (!signal.aborted) {
      hasNews = false;
      const page = await pageAfter(store, last, accountId);
      if (page === undefined) cancelRetry = afterReal(RETRY, look);
      const events = page ?? [];
      for (const event of events) {
        if (signal.aborted) return;
        last = event.seq;
        yield event;
      }
      if (events.length === 0 && !hasNews && !signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    unsubscribe();
    cancelRetry();
    signal.removeEventListener('abort', look);
  }
}

/** The next events; undefined while the database is away. */
async function pageAfter(store: Store, last: number, accountId: string | undefined) {
  try {
    return await store.read((tx) => pageOfEventsAfter(tx, last, accountId));
  } catch (error) {
    if (isOutage(error)) return undefined;
    throw error;
  }
}
