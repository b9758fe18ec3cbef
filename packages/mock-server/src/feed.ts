import { defer, type Feed } from './world.ts';

/** Tells lookers-on, once per turn of the event loop, that events were written. */
export class EventFeed implements Feed {
  readonly #lookers = new Set<() => void>();
  #isDeferred = false;

  poke(): void {
    if (this.#isDeferred || this.#lookers.size === 0) return;
    this.#isDeferred = true;
    defer(() => {
      this.#isDeferred = false;
      for (const look of this.#lookers) look();
    });
  }

  subscribe(look: () => void): () => void {
    this.#lookers.add(look);
    return () => void this.#lookers.delete(look);
  }
}
