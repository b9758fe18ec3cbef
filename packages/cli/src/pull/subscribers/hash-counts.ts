/** The greatest share of slots that are used. */
const MAX_LOAD = 0.6;

/** Counts hashes of 64 bits in 12 to 40 bytes each, so that those of all values of 100,000 subscribers fit into little memory. */
export class HashCounts {
  #hashes = new BigUint64Array(1024);
  #counts = new Uint32Array(1024);
  #size = 0;

  /** Counts a hash once more. Returns its new count. */
  add(hash: bigint): number {
    if (this.#size >= this.#hashes.length * MAX_LOAD) this.#grow();
    const slot = this.#slotOf(hash);
    if (this.#hashes[slot] === 0n) {
      this.#hashes[slot] = hash;
      this.#size += 1;
    }
    const count = (this.#counts[slot] ?? 0) + 1;
    this.#counts[slot] = count;
    return count;
  }

  /** How often a hash was counted. */
  count(hash: bigint): number {
    return this.#counts[this.#slotOf(hash)] ?? 0;
  }

  has(hash: bigint): boolean {
    return this.count(hash) > 0;
  }

  /** The slot of a hash, or the free one where it belongs. */
  #slotOf(hash: bigint): number {
    const mask = this.#hashes.length - 1; // a power of 2, less 1
    let slot = Number(hash & BigInt(mask));
    while (this.#hashes[slot] !== 0n && this.#hashes[slot] !== hash) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const [hashes, counts] = [this.#hashes, this.#counts];
    this.#hashes = new BigUint64Array(hashes.length * 2);
    this.#counts = new Uint32Array(hashes.length * 2);
    for (const [i, hash] of hashes.entries()) {
      if (hash === 0n) continue;
      const slot = this.#slotOf(hash);
      this.#hashes[slot] = hash;
      this.#counts[slot] = counts[i] ?? 0;
    }
  }
}
