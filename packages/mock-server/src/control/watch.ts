import { lastEventNumber, type NumberedEvent, pageOfEventsAfter } from '../store/domain-events.ts';
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

/** Streams subscriber events as they occur. Ends on `break`, on abort, and when the server closes. */
export async function* watchEvents(
  { store, worlds, closing: { signal: closing } }: Runtime,
  { accountId, after, signal: given }: WatchOptions,
): AsyncGenerator<NumberedEvent, void> {
  const signal = given ? AbortSignal.any([given, closing]) : closing;
  let wake = () => {};
  let hasNews = false;
  const look = () => {
    hasNews = true;
    wake();
  };
  const unsubscribe = worlds.shared.feed.subscribe(look);
  signal.addEventListener('abort', look);
  try {
    let last = after ?? (await store.read(lastEventNumber));
    while (!signal.aborted) {
      hasNews = false;
      const page = await store.read((tx) => pageOfEventsAfter(tx, last, accountId));
      for (const event of page) {
        if (signal.aborted) return;
        last = event.seq;
        yield event;
      }
      if (page.length === 0 && !hasNews && !signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    unsubscribe();
    signal.removeEventListener('abort', look);
  }
}
