import { hostname } from 'node:os';
import { threadId } from 'node:worker_threads';
import { systemClock } from '../platform/clock.ts';
import { createIds } from '../platform/ids.ts';
import { systemRandom } from '../platform/random.ts';
import { after } from '../platform/timers.ts';
import { type InstanceRow, listInstances, putInstance, removeInstances } from '../store/instances.ts';
import type { Store } from '../store/store.ts';

/** Real milliseconds between two signs of life. */
const HEARTBEAT = 10_000;
/** A server that is silent for longer has ended, wherever it ran. */
const MAX_SILENCE = 60_000;

const HOST = hostname();
const PROCESS = `${process.pid}/${threadId}`;

/** The servers of this process that are open. */
const openHere = new Set<string>();

/**
 * One server among those that share a database file. It claims jobs and locks under its id; the claims of a server that
 * has ended without releasing them are released by the others.
 */
export class Instance {
  // Never from the seed of a test: two servers with one seed may share a file.
  readonly id = createIds(systemRandom).hex();
  readonly #store: Store;
  readonly #isShared: boolean;
  #stopTimer: (() => void) | undefined;

  /** `isShared`: whether other servers can open the database as well. */
  constructor(store: Store, isShared: boolean) {
    this.#store = store;
    this.#isShared = isShared;
  }

  /**
   * Registers the server and gives signs of life from now on. Calls `onBeat` after each, since servers that have ended
   * may have left jobs behind.
   */
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

  /** Gives one sign of life, and releases the claims of servers that have ended. */
  async #beat(): Promise<void> {
    const now = systemClock.now();
    await this.#store.write(async (tx) => {
      await putInstance(tx, { id: this.id, host: HOST, process: PROCESS, seenAt: now });
      const ended = (await listInstances(tx)).filter((row) => !isAlive(row, now));
      await removeInstances(
        tx,
        ended.map(({ id }) => id),
      );
    });
  }

  /** Releases what the server has claimed. */
  async close(): Promise<void> {
    this.#stopTimer?.();
    if (!openHere.delete(this.id)) return;
    await this.#store.write((tx) => removeInstances(tx, [this.id]));
  }
}

// Unspecified: U-150
function isAlive({ id, host, process: where, seenAt }: InstanceRow, now: number): boolean {
  if (host === HOST && where === PROCESS) return openHere.has(id);
  if (now - seenAt > MAX_SILENCE) return false;
  return host !== HOST || isRunning(Number.parseInt(where, 10));
}

/** Whether this machine has a process of that number. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0); // sends nothing
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // it runs, as another user
  }
}
