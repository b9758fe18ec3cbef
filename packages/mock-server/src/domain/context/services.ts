import type { FaultSource } from '../../faults/rule.ts';
import type { EventRetention } from '../../observe/request-log/log.ts';
import { Listeners } from '../../shared/platform/notifier.ts';
import type { Ids } from '../../shared/platform/random.ts';
import { type Clock, defer } from '../../shared/platform/timers.ts';
import { timeFrom } from '../../shared/values/time.ts';
import { NO_ACCOUNT, type Store } from '../../store/engine/store.ts';
import {
  type ClockRow,
  type ClockState,
  deleteClock,
  listClocks,
  putClock,
} from '../../store/tables/clocks.ts';

/** The services of one server. Only these read the real clock and real randomness. */
export interface Services {
  /** The account's own clock, otherwise the shared clock. */
  readonly clock: ServiceClock;
  /** The id of this server among the servers that share its database. */
  readonly instance: string;
  readonly ids: Ids;
  readonly store: Store;
  readonly jobs: JobQueue;
  readonly feed: Feed;
  readonly faults: FaultSource;
  /** Counts for operators. Absent unless metrics are asked for. */
  readonly counters: Counters | undefined;
  /** The server's public URL, without a trailing slash. */
  baseUrl(): string;
  /** The SMTP server to forward emails to, as in `smtp://localhost:1025`; none when undefined. */
  readonly smtp: string | undefined;
  /** Real milliseconds before a webhook request times out. */
  readonly webhookTimeout: number;
  /** Whether webhooks and content requests to an IP address are forbidden. */
  isDeniedTarget(address: string): boolean;
  /** The retention limits of the history. */
  readonly retention: EventRetention;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
  random(): number;
  /** Returns the same services with an account's clock. */
  forAccount(accountId: string): Services;
}

interface Counters {
  countEmail(): void;
  /** Counts an attempt of a webhook delivery by its status, or without a response. */
  countWebhook(status: number | undefined): void;
}

export interface JobQueue {
  /** Wakes the queue for a new job, which starts soon after the transaction that inserts it. */
  wake(): void;
}

interface Feed {
  /** Announces new events; listeners are called after the transaction that inserts them. */
  notify(): void;
  /** Calls `listener` after new events; the returned function unsubscribes it. */
  subscribe(listener: () => void): () => void;
}

export type ServiceParts = Omit<Services, 'clock' | 'forAccount'>;

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
  /** Called with the new revision of the database after this server has changed a clock. */
  onKept: (revision: number) => void = () => undefined;

  constructor(base: Clock, settings: ClockSettings | undefined, parts: ServiceParts) {
    this.#base = base;
    this.#settings = settings;
    this.#parts = parts;
    this.#shared = this.#add(new ServerClock('', base, settings));
  }

  get shared(): Services {
    return this.#shared;
  }

  forAccount(accountId: string): Services {
    return this.#own.get(accountId) ?? this.#shared;
  }

  /** The shared clock is the first. */
  clocks(): readonly ServerClock[] {
    return [...this.#clocks.values()];
  }

  /** Returns an account's own clock, otherwise the shared one. */
  clockOf(accountId = ''): ServerClock {
    const clock = this.#clocks.get(accountId) ?? this.#clocks.get('');
    if (!clock) throw new Error('The server has no shared clock.');
    return clock;
  }

  async addClock(accountId: string, settings: ClockSettings): Promise<void> {
    const clock = new ServerClock(accountId, this.#base, settings);
    const release = this.hold(clock);
    this.#own.set(accountId, this.#add(clock));
    await this.keep(clock).finally(release);
  }

  /** Removes an account's own clock, so that it uses the shared one. */
  async removeClock(accountId: string): Promise<void> {
    this.#drop(accountId);
    await this.#parts.store.write((tx) => deleteClock(tx, accountId), accountId);
  }

  /** Stores a clock's state for other servers and for the next start. */
  async keep(clock: ServerClock): Promise<void> {
    const release = this.hold(clock);
    const write = this.#parts.store.write((tx) => putClock(tx, clock.id, clock.state), clock.id);
    this.onKept(await write.finally(release));
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

interface ServiceClock extends Clock {
  /** The account that the clock belongs to; empty for the shared clock. */
  readonly id: string;
}

/** The settings of a clock; defaults follow the machine's clock. */
export interface ClockSettings {
  /** The initial time: ISO 8601, which is UTC without a zone, or a `Date`. Default: the machine's time. */
  readonly now?: string | Date | undefined;
  /** The speed relative to the machine's clock, from 0 (frozen) to 1,000,000. Default: 1. */
  readonly speed?: number | undefined;
}

/** A clock derived from a base clock, which can be set, frozen and run at another speed. */
export class ServerClock implements ServiceClock {
  readonly id: string;
  readonly #base: Clock;
  #state: ClockState;

  constructor(id: string, base: Clock, { now, speed = 1 }: ClockSettings = {}) {
    this.id = id;
    this.#base = base;
    const start = base.now();
    const anchor = now === undefined ? start : timeFrom(now);
    if (Number.isNaN(anchor)) throw new RangeError(`'${now}' is not a time; give ISO 8601 or a date`);
    this.#state = { anchor, base: start, speed: checked(speed), resumeSpeed: speed || 1 };
  }

  now(): number {
    const { anchor, base, speed } = this.#state;
    return speed === 0 ? anchor : Math.floor(anchor + (this.#base.now() - base) * speed);
  }

  get speed(): number {
    return this.#state.speed;
  }

  get state(): ClockState {
    return this.#state;
  }

  restore(state: ClockState): void {
    this.#state = state;
  }

  /** In milliseconds since 1970. */
  set(milliseconds: number): void {
    this.#state = { ...this.#state, anchor: milliseconds, base: this.#base.now() };
  }

  freeze(): void {
    this.#anchorWith(0, this.#state.resumeSpeed);
  }

  /** Resumes at the speed before `freeze`. */
  resume(): void {
    this.#anchorWith(this.#state.resumeSpeed, this.#state.resumeSpeed);
  }

  /** Sets the speed; 0 freezes the clock. */
  setSpeed(speed: number): void {
    this.#anchorWith(checked(speed), speed || this.#state.resumeSpeed);
  }

  #anchorWith(speed: number, resumeSpeed: number): void {
    this.#state = { anchor: this.now(), base: this.#base.now(), speed, resumeSpeed };
  }
}

export const isSpeed = (speed: number): boolean => speed >= 0 && speed <= 1_000_000;

function checked(speed: number): number {
  if (isSpeed(speed)) return speed;
  throw new RangeError(`a clock's speed is a number from 0 to 1,000,000, not ${speed}`);
}

/** Notifies listeners of new events, once per turn of the event loop. */
export class EventFeed extends Listeners implements Feed {
  #isDeferred = false;

  override notify(): void {
    if (this.#isDeferred || this.isEmpty) return;
    this.#isDeferred = true;
    defer(() => {
      this.#isDeferred = false;
      super.notify();
    });
  }
}
