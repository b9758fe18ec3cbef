import { randomFillSync } from 'node:crypto';
import type { Fault, FaultPlace, FaultTarget } from './faults/fault.ts';
import type { Store } from './store/store.ts';

/** Everything that changes or surprises in one server. Nothing else reads the real clock or real chance. */
export interface World {
  /** Of the account that is worked for, where it has a clock of its own. */
  readonly clock: WorldClock;
  /** The id of this server among those that share its database. */
  readonly instance: string;
  readonly ids: Ids;
  readonly store: Store;
  readonly jobs: JobQueue;
  readonly feed: Feed;
  readonly faults: Faults;
  /** The URL by which the server is reached from outside, without a slash at its end. */
  baseUrl(): string;
  /** Where emails are sent on to, as in `smtp://localhost:1025`; nowhere when undefined. */
  readonly smtp: string | undefined;
  /** How many real milliseconds a webhook's receiver has for its answer. */
  readonly webhookTimeout: number;
  /** Whether webhooks and content requests may not go to an IP address. */
  isDeniedTarget(address: string): boolean;
  /** How much is kept of what happened. */
  readonly kept: Kept;
  /** A number from 0 to below 1 by chance. */
  chance(): number;
  /** The same world by the clock of an account. */
  of(accountId: string): World;
}

/** How many of an account's records of what happened are kept at least: the newest; of more, soon no more. */
export interface Kept {
  /** What happened to people, as webhooks are told. Default 100,000. */
  readonly events: number;
  /** What became of records that were accepted for the background. Default 100,000. */
  readonly outcomes: number;
}

/** Does what was accepted for the background. */
export interface JobQueue {
  /** Says that a job was written; it is begun soon after the transaction that wrote it. */
  poke(): void;
}

/** What is put in the way of the server's work on purpose. */
export interface Faults {
  /** The fault that disturbs this piece of work. It counts as having met it: ask once for each. */
  next(place: FaultPlace, target: FaultTarget): Fault | undefined;
}

/** Says that something happened to people, to those who look on. */
export interface Feed {
  /** Says that events were written; lookers-on hear of it after the transaction that wrote them. */
  poke(): void;
  /** Calls `look` after events were written; tells how to end that. */
  subscribe(look: () => void): () => void;
}

// As they were when the program began: tests that stop the timers are to stop their own, not the server's.
const { setImmediate: soon, setTimeout: later, clearTimeout: never } = globalThis;

/** Runs something once the work at hand is over, and what came meanwhile has been read. */
export const defer = (work: () => void): void => void soon(work);

/** The longest time that a timer can wait, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Runs something after some real milliseconds, if the process is still there; tells how to forget it. */
export function after(milliseconds: number, work: () => void): () => void {
  const timer = later(work, Math.min(milliseconds, LONGEST_TIMER));
  timer.unref();
  return () => never(timer);
}

/** Waits some real milliseconds, at most until the signal aborts; keeps the process going meanwhile. */
export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = later(resolve, Math.min(milliseconds, LONGEST_TIMER));
    signal?.addEventListener('abort', () => resolve(never(timer)), { once: true });
  });

/** A signal that aborts after some real milliseconds: the time that the network is given. */
export const deadline = (milliseconds: number): AbortSignal => AbortSignal.timeout(milliseconds);

/** Starts to measure; the result tells how many real milliseconds have passed. */
export function stopwatch(): () => number {
  const start = performance.now();
  return () => performance.now() - start;
}

/** Tells the time in milliseconds since 1970. */
export interface Clock {
  now(): number;
}

/** A clock that jobs are due by. */
export interface WorldClock extends Clock {
  /** The account whose own clock it is; empty for the clock of all others. */
  readonly id: string;
}

/** Makes identifiers that were not there before. */
export interface Ids {
  /** Twenty lower-case letters and digits, as subscribers have. */
  letters(): string;
  /** Nine digits, as campaigns, forms and webhooks have. */
  digits(): string;
  /** Thirty-two hexadecimal digits, as visitors have. */
  hex(): string;
}

/** A source of chance: `count` bytes. */
export type RandomBytes = (count: number) => Uint8Array;

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() };

const pool = Buffer.alloc(8192);
let poolAt = pool.length;

/** The machine's own chance, fetched in large portions: one call of the system costs as much as an id. */
export const systemRandom: RandomBytes = (count) => {
  if (poolAt + count > pool.length) {
    randomFillSync(pool);
    poolAt = 0;
  }
  poolAt += count;
  return pool.subarray(poolAt - count, poolAt);
};

/** The same bytes for the same seed, always (mulberry32). */
export function seededRandom(seed: number): RandomBytes {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) & 0xff;
  };
  return (count) => Uint8Array.from({ length: count }, next);
}

/** Makes numbers from 0 to below 1 out of chance. */
export const createChance = (random: RandomBytes) => (): number => {
  const [a = 0, b = 0, c = 0, d = 0] = random(4);
  return (((a * 256 + b) * 256 + c) * 256 + d) / 2 ** 32;
};

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Makes ids out of chance. */
export function createIds(random: RandomBytes): Ids {
  const pick = (count: number, from: string) => {
    let text = '';
    for (const byte of random(count)) text += from[byte % from.length];
    return text;
  };
  return {
    letters: () => pick(20, alphabet),
    digits: () => pick(1, '123456789') + pick(8, '0123456789'),
    hex: () => Buffer.from(random(16)).toString('hex'),
  };
}

// The last answer is kept: most times that are asked for lie within one second.
let lastSecond = Number.NaN;
let lastText = '';

/** An ISO 8601 time to the second, in UTC, as the interface's records show it. */
export function isoTime(milliseconds: number): string {
  const second = Math.floor(milliseconds / 1000);
  if (second !== lastSecond) {
    lastText = new Date(second * 1000).toISOString().replace('.000Z', 'Z');
    lastSecond = second;
  }
  return lastText;
}
