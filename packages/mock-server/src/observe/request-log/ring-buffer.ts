/** An item of a {@link RingBuffer}. */
export interface Sized {
  /** The item's share of the buffer's size limit. */
  readonly size: number;
}

/** The limits of a {@link RingBuffer}. */
export interface Bounds {
  /** Maximum number of items. */
  readonly count: number;
  /** Maximum total size. The newest item is kept regardless of its size. */
  readonly size: number;
}

/** Keeps the newest items. Adding takes constant time. */
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

  /** Lists the items, oldest first. */
  values(): Item[] {
    return this.#items.slice(this.#first) as Item[]; // dropped items are before `#first`
  }

  #dropFirst(): void {
    this.#size -= this.#items[this.#first]?.size ?? 0;
    this.#items[this.#first++] = undefined;
    if (this.#first * 2 < this.#items.length) return;
    this.#items = this.#items.slice(this.#first);
    this.#first = 0;
  }
}
