import type { ImportRecord } from './targets.ts';

/** Members that identify a subscriber, the first one present counting. */
const IDENTIFIERS = ['email', 'id', 'visitor_uuid'];

/** How full the table may get: a fuller one is slow. */
const MAX_LOAD = 0.7;

/**
 * Counts records that name the same subscriber as an earlier one. It keeps 64 bits of each name instead of the name:
 * a million take 16 MB, and the probability of a wrong count is below one in ten million.
 */
export class RepeatCounter {
  /** Records whose subscriber an earlier record named. */
  repeats = 0;
  /** Pairs of 32 bits; two zeros are a free place. */
  #table = new Uint32Array(2 * 1024);
  #size = 0;
  readonly #seed = (Math.random() * 2 ** 32) >>> 0;

  add(record: ImportRecord): void {
    const name = IDENTIFIERS.find((identifier) => typeof record[identifier] === 'string');
    if (name === undefined) return;
    const { high, low } = hashOf(`${name}:${String(record[name]).toLowerCase()}`, this.#seed);
    if (!insert(this.#table, high, low)) {
      this.repeats += 1;
      return;
    }
    this.#size += 1;
    if (this.#size * 2 > this.#table.length * MAX_LOAD) this.#grow();
  }

  #grow(): void {
    const table = new Uint32Array(this.#table.length * 2);
    for (let at = 0; at < this.#table.length; at += 2) {
      const [high = 0, low = 0] = [this.#table[at], this.#table[at + 1]];
      if (high !== 0 || low !== 0) insert(table, high, low);
    }
    this.#table = table;
  }
}

/** Puts a pair into the next free place. Returns false when it is there already. */
function insert(table: Uint32Array, high: number, low: number): boolean {
  const mask = table.length - 1;
  for (let at = (low << 1) & mask; ; at = (at + 2) & mask) {
    if (table[at] === high && table[at + 1] === low) return false;
    if (table[at] === 0 && table[at + 1] === 0) {
      table[at] = high;
      table[at + 1] = low;
      return true;
    }
  }
}

/** Two independent 32-bit hashes of a string (cyrb53 by bryc, in the public domain), never both zero. */
function hashOf(text: string, seed: number): { high: number; low: number } {
  let high = 0xdeadbeef ^ seed;
  let low = 0x41c6ce57 ^ seed;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return { high: high >>> 0 || 1, low: low >>> 0 };
}
