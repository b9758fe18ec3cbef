import type { FaultSource } from '../../faults/rule.ts';
import type { EventRetention } from '../../observe/request-log/log.ts';
import type { Ids } from '../../shared/platform/random.ts';
import type { Clock } from '../../shared/platform/timers.ts';
import { NO_ACCOUNT, type Store } from '../../store/engine/store.ts';
import { type ClockRow, deleteClock, listClocks, putClock } from '../../store/tables/clocks.ts';
import { type ClockSettings, ServerClock } from './server-clock.ts';
import type { Counters, Feed, JobQueue, Services } from './services.ts';

/** The parts that all services of a server share: everything except the clock. */
export interface ServiceParts {
  readonly instance: string;
  readonly ids: Ids;
  readonly store: Store;
  readonly jobs: JobQueue;
  readonly feed: Feed;
  readonly faults: FaultSource;
  readonly counters: Counters | undefined;
  readonly retention: EventRetention;
  readonly random: () => number;
  readonly baseUrl: () => string;
  readonly smtp: string | undefined;
  readonly webhookTimeout: number;
  readonly isDeniedTarget: (address: string) => boolean;
}

/** A server's clocks, and the services for each of them. */
export class AllServices {
  readonly #base: Clock;
  readonly #settings: ClockSettings | undefined;
  #parts: ServiceParts;
  #shared: Services;
  readonly #clocks = new Map<string, ServerClock>();
  readonly #own = new Map<string, Services>();
  /** The clocks that this server is changing. */
  readonly #held: string[] = [];

  constructor(base: Clock, settings: ClockSettings | undefined, parts: ServiceParts) {
    this.#base = base;
    this.#settings = settings;
    this.#parts = parts;
    this.#shared = this.#add(new ServerClock('', base, settings));
  }

  /** The services with the shared clock. */
  get shared(): Services {
    return this.#shared;
  }

  forAccount(accountId: string): Services {
    return this.#own.get(accountId) ?? this.#shared;
  }

  /** Returns all clocks, the shared one first. */
  clocks(): readonly ServerClock[] {
    return [...this.#clocks.values()];
  }

  /** Returns an account's own clock, otherwise the shared one. */
  clockOf(accountId = ''): ServerClock {
    const clock = this.#clocks.get(accountId) ?? this.#clocks.get('');
    if (!clock) throw new Error('The server has no shared clock.');
    return clock;
  }

  /** Adds a clock for an account. */
  async addClock(accountId: string, settings: ClockSettings): Promise<void> {
    const clock = new ServerClock(accountId, this.#base, settings);
    const release = this.hold(clock);
    this.#own.set(accountId, this.#add(clock));
    await this.keep(clock).finally(release);
  }

  /** Removes an account's own clock, so that it uses the shared one. */
  async removeClock(accountId: string): Promise<void> {
    this.#clocks.delete(accountId);
    this.#own.delete(accountId);
    await this.#parts.store.write((tx) => deleteClock(tx, accountId), accountId);
  }

  /** Stores a clock's state for other servers and for the next start. */
  async keep(clock: ServerClock): Promise<void> {
    const release = this.hold(clock);
    await this.#parts.store.write((tx) => putClock(tx, clock.id, clock.state), clock.id).finally(release);
  }

  /** Stores the states of all clocks, or of an account's own. */
  async keepAll(accountId?: string): Promise<void> {
    const clocks = this.clocks().filter(({ id }) => accountId === undefined || id === accountId);
    for (const clock of clocks) await this.keep(clock);
  }

  /** Ignores the stored state of a clock that this server is changing. Returns a function that ends it. */
  hold({ id }: ServerClock): () => void {
    this.#held.push(id);
    return () => void this.#held.splice(this.#held.indexOf(id), 1);
  }

  /** Takes over the clocks that other servers have stored. */
  async refresh(): Promise<void> {
    const rows = await this.#parts.store.read(listClocks, NO_ACCOUNT);
    const held = this.clocks().filter(({ id }) => this.#held.includes(id));
    const others = rows.filter(({ id }) => !this.#held.includes(id));
    this.restore([...others, ...held.map(({ id, state }) => ({ id, state }))]);
  }

  /**
   * Restores the stored clocks. Clock settings of this start override the shared clock's state, for all servers of a
   * file. On a database for servers on other machines, they only apply if no state is stored. If other servers can open
   * the database, the shared clock is stored for them.
   */
  // Unspecified: U-290
  async load(isOpenToOthers: boolean): Promise<void> {
    const { store } = this.#parts;
    const rows = await store.read(listClocks, NO_ACCOUNT);
    const isStored = rows.some(({ id }) => id === '');
    const isSet = this.#settings !== undefined && !(store.isShared && isStored);
    this.restore(rows.filter(({ id }) => id !== '' || !isSet));
    if (isOpenToOthers && (isSet || !isStored)) await this.keep(this.clockOf());
  }

  /** Restores clocks and removes accounts' clocks that are not among them. */
  restore(clocks: readonly ClockRow[]): void {
    const restored = new Set(clocks.map(({ id }) => id));
    for (const id of this.#own.keys()) if (!restored.has(id)) this.#drop(id);
    for (const { id, state } of clocks) {
      if (!this.#clocks.has(id)) this.#own.set(id, this.#add(new ServerClock(id, this.#base)));
      this.clockOf(id).restore(state);
    }
  }

  /** Starts over with new parts and only the shared clock. */
  reset(parts: ServiceParts): void {
    this.#parts = parts;
    this.#clocks.clear();
    this.#own.clear();
    this.#shared = this.#add(new ServerClock('', this.#base, this.#settings));
  }

  #add(clock: ServerClock): Services {
    this.#clocks.set(clock.id, clock);
    return { ...this.#parts, clock, forAccount: (accountId) => this.forAccount(accountId) };
  }

  #drop(accountId: string): void {
    this.#clocks.delete(accountId);
    this.#own.delete(accountId);
  }
}
