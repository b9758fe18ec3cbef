import { findRevision } from '../../store/engine/server-revision.ts';
import type { Store } from '../../store/engine/store.ts';

/** Reads again what another server of the database has changed, as soon as a request or a job may depend on it. */
export class SharedState {
  readonly #store: Store;
  readonly #reload: () => Promise<void>;
  #revision = -1;
  #reading: Promise<void> | undefined;
  /** The comparison under way, and the one after it. */
  #comparing: Promise<void> | undefined;
  #following: Promise<void> | undefined;

  constructor(store: Store, reload: () => Promise<void>) {
    this.#store = store;
    this.#reload = reload;
  }

  /** Returns when this server knows all changes made before the call. */
  sync(): Promise<void> {
    if (this.#comparing === undefined) return this.#compareNow();
    // One that is under way may miss the newest change, so all requests that arrive in the meantime share the next.
    this.#following ??= this.#comparing
      .catch(() => undefined) // its callers get the error
      .then(() => {
        this.#following = undefined;
        return this.#compareNow();
      });
    return this.#following;
  }

  /** Marks a revision as this server's own, so that it is not read again unless other servers made one before it. */
  know(revision: number): void {
    if (revision === this.#revision + 1) this.#revision = revision;
  }

  #compareNow(): Promise<void> {
    const comparing = this.#compare().finally(() => {
      if (this.#comparing === comparing) this.#comparing = undefined;
    });
    this.#comparing = comparing;
    return comparing;
  }

  async #compare(): Promise<void> {
    const revision = await findRevision(this.#store.direct);
    while (revision > this.#revision) {
      this.#reading ??= this.#read().finally(() => {
        this.#reading = undefined;
      });
      await this.#reading;
    }
  }

  async #read(): Promise<void> {
    const revision = await findRevision(this.#store.direct);
    await this.#reload();
    this.#revision = revision;
  }
}
