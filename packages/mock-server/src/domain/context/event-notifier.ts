import { defer } from '../../shared/platform/timers.ts';
import type { Feed } from './services.ts';

/** Notifies listeners of new events, once per turn of the event loop. */
export class EventFeed implements Feed {
  readonly #listeners = new Set<() => void>();
  #isDeferred = false;

  notify(): void {
    if (this.#isDeferred || this.#listeners.size === 0) return;
    this.#isDeferred = true;
    defer(() => {
      this.#isDeferred = false;
      for (const listener of this.#listeners) listener();
    });
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
