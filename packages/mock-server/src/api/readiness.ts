import { DATABASE_DEADLINE, within } from '../shared/platform/timers.ts';
import { findSchemaProblem } from '../store/engine/schema-version.ts';
import type { Store } from '../store/engine/store.ts';

/** Whether a server can take requests. */
export interface ReadinessSources {
  readonly store: Store;
  readonly isClosing: () => boolean;
  /** Real milliseconds that the database has to answer. */
  readonly deadline?: number | undefined;
}

/** Checks whether a server can take requests. Checks at the same time share one question to the database. */
// Unspecified: U-230
export class Readiness {
  readonly #sources: ReadinessSources;
  #pending: Promise<string | undefined> | undefined;

  constructor(sources: ReadinessSources) {
    this.#sources = sources;
  }

  /** Returns why the server cannot take requests; undefined if it can. */
  async problem(): Promise<string | undefined> {
    const { store, isClosing, deadline = DATABASE_DEADLINE } = this.#sources;
    if (isClosing()) return CLOSING;
    // Without the error's own words, which may name hosts and users.
    this.#pending ??= findSchemaProblem(store)
      .catch(() => 'the database cannot be reached')
      .finally(() => {
        this.#pending = undefined;
      });
    const late = `the database did not answer within ${deadline} ms`;
    const problem = await within(this.#pending, deadline, late);
    return isClosing() ? CLOSING : problem;
  }
}

const CLOSING = 'the server is closing';
