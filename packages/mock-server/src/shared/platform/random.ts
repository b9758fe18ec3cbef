import { hash, randomFillSync } from 'node:crypto';

export type RandomBytes = (count: number) => Uint8Array;

const pool = Buffer.alloc(8192);

let poolAt = pool.length;

/** The system's random bytes, fetched in large chunks: one system call costs as much as generating an id. */
export const systemRandom: RandomBytes = (count) => {
  if (poolAt + count > pool.length) {
    randomFillSync(pool);
    poolAt = 0;
  }
  poolAt += count;
  return pool.subarray(poolAt - count, poolAt);
};

/** The distance by which one byte moves the state of a deterministic source. */
const STEP = 0x6d2b79f5;

/** A deterministic source (mulberry32): the same seed always gives the same bytes. */
export function seededRandom(seed: number): RandomBytes {
  let state = seed >>> 0;
  const next = () => {
    state = (state + STEP) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) & 0xff;
  };
  return (count) => Uint8Array.from({ length: count }, next);
}

const BYTES = 4;

/** The random number after the first `count` ones of a deterministic source, without drawing them. */
export const drawAt = (seed: number, count: number): number =>
  createRandom(seededRandom((seed + Math.imul(BYTES * count, STEP)) >>> 0))();

/** Creates a source of random numbers from 0 (inclusive) to 1 (exclusive). */
export const createRandom = (random: RandomBytes) => (): number => {
  const [a = 0, b = 0, c = 0, d = 0] = random(BYTES);
  return (((a * 256 + b) * 256 + c) * 256 + d) / 2 ** 32;
};

const drawReally = createRandom(systemRandom);

/** The values in a random order, another one each time. */
export function shuffled<T>(values: readonly T[]): T[] {
  const drawn = values.map((value) => ({ value, place: drawReally() }));
  return drawn.sort((one, other) => one.place - other.place).map(({ value }) => value);
}

/** A number from 0 (inclusive) to 1 (exclusive) that is always the same for a string. */
export const randomFrom = (text: string): number => hash('sha256', text, 'buffer').readUInt32BE() / 2 ** 32;

export interface Ids {
  /** Twenty lower-case letters and digits, as for subscribers. */
  letters(): string;
  /** Nine digits, as for campaigns, forms and webhooks. */
  digits(): string;
  /** Thirty-two hexadecimal digits, as for visitors. */
  hex(): string;
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

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
