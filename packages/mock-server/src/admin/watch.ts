import { followRows, Notifier } from '../shared/platform/notifier.ts';
import { after as afterReal } from '../shared/platform/timers.ts';
import { isOutage } from '../store/engine/errors.ts';
import { NO_ACCOUNT } from '../store/engine/store.ts';
import { lastEventNumber, type NumberedEvent, pageOfEventsAfter } from '../store/tables/domain-events.ts';
import type { Runtime } from './runtime.ts';

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
  const news = new Notifier();
  const wake = () => news.fire();
  let cancelRetry = () => {};
  const unsubscribe = allServices.shared.feed.subscribe(wake);
  const read = async (last: number) => {
    try {
      return await store.read((tx) => pageOfEventsAfter(tx, last, accountId), accountId);
    } catch (error) {
      if (!isOutage(error)) throw error;
      cancelRetry = afterReal(RETRY, wake);
      return [];
    }
  };
  try {
    yield* followRows(news, signal, after ?? (await store.read(lastEventNumber, NO_ACCOUNT)), read);
  } finally {
    unsubscribe();
    cancelRetry();
  }
}
