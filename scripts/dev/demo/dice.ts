/** Random choices, the same at every start. */
export interface Dice {
  /** From 0 (inclusive) to 1 (exclusive). */
  roll(): number;
  /** Whether something with this probability happens. */
  happens(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

/** Creates dice from a seed (mulberry32). */
export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const roll = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    roll,
    happens: (probability) => roll() < probability,
    pick(items) {
      const item = items[Math.floor(roll() * items.length)];
      if (item === undefined) throw new RangeError('there is nothing to pick from');
      return item;
    },
  };
}
