import { lastEventNumber, type NumberedEvent, pageOfEventsAfter } from '../store/domain-events.ts';
import type { Runtime } from './runtime.ts';

/** Which events to watch. */
export interface WatchOptions {
  /** Those of one account; of all when left out. */
  readonly accountId?: string | undefined;
  /** Those that came after the one with this number; from now on when left out. */
  readonly after?: number | undefined;
  /** Ends the watch. */
  readonly signal?: AbortSignal | undefined;
}

/** What happens to people, as it happens, in order; it ends by `break`, by its signal, and with the server. */
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
