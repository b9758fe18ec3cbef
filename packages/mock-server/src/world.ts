import { randomFillSync } from 'node:crypto';
import type { Store } from './store/store.ts';

/** Everything that changes or surprises in one server. Nothing else reads the real clock or real chance. */
export interface World {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly store: Store;
  readonly jobs: JobQueue;
}

/** Does what was accepted for the background. */
export interface JobQueue {
  /** Says that a job was written; it is begun soon after the transaction that wrote it. */
  poke(): void;
  /** Does all jobs that are due, those that they cause included, and tells how many these were. */
  settle(): Promise<number>;
  /** Lets the job under way end and begins no other. */
  stop(): Promise<void>;
}

// As it was when the program began: tests that stop the timers are to stop their own, not the server's.
const { setImmediate: soon } = globalThis;

/** Runs something once the work at hand is over, and what came meanwhile has been read. */
export const defer = (work: () => void): void => void soon(work);

/** Tells the time in milliseconds since 1970. */
export interface Clock {
  now(): number;
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
