/** Functions to call after a change, with what changed. */
export class Listeners<About extends readonly unknown[] = []> {
  readonly #listeners = new Set<(...about: About) => void>();

  /** Calls `listener` after each change. Returns a function that unsubscribes. */
  subscribe(listener: (...about: About) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  notify(...about: About): void {
    for (const listener of this.#listeners) listener(...about);
  }
}
