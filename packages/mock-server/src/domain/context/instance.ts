import { HOST, isAlive, openHere, PROCESS } from '../../shared/platform/peers.ts';
import { createIds, systemRandom } from '../../shared/platform/random.ts';
import { after, systemClock } from '../../shared/platform/timers.ts';
import { NO_ACCOUNT, type Store } from '../../store/engine/store.ts';
import { instances, removeInstances } from '../../store/tables/instances.ts';

/** Real milliseconds. */
const HEARTBEAT = 10_000;

/**
 * One of the servers that share a database file. It claims jobs and locks under its id. The other servers release the
 * claims of a server that ended without releasing them.
 */
export class Instance {
  // Not a seeded id: two servers with the same seed can share a file.
  readonly id = createIds(systemRandom).hex();
  readonly #store: Store;
  readonly #isShared: boolean;
  #stopTimer: (() => void) | undefined;

  /** `isShared`: whether other servers can open the same database. */
  constructor(store: Store, isShared: boolean) {
    this.#store = store;
    this.#isShared = isShared;
  }

  /** Registers the server and starts its heartbeat. Calls `onBeat` after each beat, which may have released jobs. */
  async open(onBeat: () => void, report: (error: unknown) => void): Promise<void> {
    if (!this.#isShared) return;
    openHere.add(this.id);
    await this.#beat();
    this.#keepAlive(onBeat, report);
  }

  #keepAlive(onBeat: () => void, report: (error: unknown) => void): void {
    this.#stopTimer = after(HEARTBEAT, () => {
      this.#beat()
        .then(onBeat, report)
        .finally(() => openHere.has(this.id) && this.#keepAlive(onBeat, report));
    });
  }

  async #beat(): Promise<void> {
    const now = systemClock.now();
    await this.#store.write(async (tx) => {
      await instances.put(tx, NO_ACCOUNT, { id: this.id, host: HOST, process: PROCESS, seenAt: now });
      const ended = (await instances.list(tx, NO_ACCOUNT)).filter((row) => !isAlive(row, now));
      await removeInstances(
        tx,
        ended.map(({ id }) => id),
      );
    }, NO_ACCOUNT);
  }

  async close(): Promise<void> {
    this.#stopTimer?.();
    if (!openHere.delete(this.id)) return;
    await this.#store.write((tx) => removeInstances(tx, [this.id]), NO_ACCOUNT);
  }
}
