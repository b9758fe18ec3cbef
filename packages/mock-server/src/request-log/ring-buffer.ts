/** What can be kept in a {@link RingBuffer}. */
export interface Sized {
  /** How much of the ring's budget it takes. */
  readonly size: number;
}

/** The bounds of a {@link RingBuffer}. */
export interface Bounds {
  /** The most items. */
  readonly count: number;
  /** The most that the items may weigh together; one item is kept whatever it weighs. */
  readonly size: number;
}

/** Keeps the newest items. Adding is cheap however many there are. */
export class RingBuffer<Item extends Sized> {
  readonly #bounds: Bounds;
  #items: (Item | undefined)[] = [];
  #first = 0;
  #size = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#items.length - this.#first;
  }

  add(item: Item): void {
    this.#items.push(item);
    this.#size += item.size;
    const { count, size } = this.#bounds;
    while (this.size > count || (this.#size > size && this.size > 1)) this.#dropFirst();
  }

  /** From the oldest to the newest. */
  values(): Item[] {
    return this.#items.slice(this.#first) as Item[]; // what was dropped lies before `#first`
  }

  #dropFirst(): void {
    this.#size -= this.#items[this.#first]?.size ?? 0;
    this.#items[this.#first++] = undefined;
    if (this.#first * 2 < this.#items.length) return;
    this.#items = this.#items.slice(this.#first);
    this.#first = 0;
  }
}
