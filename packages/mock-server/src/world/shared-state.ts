import { findRevision } from '../store/server-revision.ts';
import type { Store } from '../store/store.ts';

/** Reads again what another server of the database has changed, as soon as a request or a job may depend on it. */
export class SharedState {
  readonly #store: Store;
  readonly #reload: () => Promise<void>;
  #revision = -1;
  #running: Promise<void> | undefined;

  constructor(store: Store, reload: () => Promise<void>) {
    this.#store = store;
    this.#reload = reload;
  }

  /** Returns when this server knows all changes made before the call; at once if no other server has the database. */
  sync(): Promise<void> | undefined {
    return this.#store.isShared ? this.#compare() : undefined;
  }

  async #compare(): Promise<void> {
    const revision = await this.#store.read(findRevision);
    while (revision > this.#revision) {
      this.#running ??= this.#read().finally(() => {
        this.#running = undefined;
      });
      await this.#running;
    }
  }

  async #read(): Promise<void> {
    const revision = await this.#store.read(findRevision);
    await this.#reload();
    this.#revision = revision;
  }
}
