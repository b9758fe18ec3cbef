import { defer } from '../platform/timers.ts';
import type { Feed } from './world.ts';

/** Tells lookers-on, once per turn of the event loop, that events were written. */
export class EventFeed implements Feed {
  readonly #listeners = new Set<() => void>();
  #isDeferred = false;

  notify(): void {
    if (this.#isDeferred || this.#listeners.size === 0) return;
    this.#isDeferred = true;
    defer(() => {
      this.#isDeferred = false;
      for (const look of this.#listeners) look();
    });
  }

  subscribe(look: () => void): () => void {
    this.#listeners.add(look);
    return () => void this.#listeners.delete(look);
  }
}
