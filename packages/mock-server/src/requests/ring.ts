/** What can be kept in a {@link Ring}. */
export interface Weighed {
  /** How much of the ring's budget it takes. */
  readonly weight: number;
}

/** The bounds of a {@link Ring}. */
export interface Bounds {
  /** The most items. */
  readonly count: number;
  /** The most that the items may weigh together; one item is kept whatever it weighs. */
  readonly weight: number;
}

/** Keeps the newest items. Adding is cheap however many there are. */
export class Ring<Item extends Weighed> {
  readonly #bounds: Bounds;
  #items: (Item | undefined)[] = [];
  #first = 0;
  #weight = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#items.length - this.#first;
  }

  add(item: Item): void {
    this.#items.push(item);
    this.#weight += item.weight;
    const { count, weight } = this.#bounds;
    while (this.size > count || (this.#weight > weight && this.size > 1)) this.#dropFirst();
  }

  /** From the oldest to the newest. */
  values(): Item[] {
    return this.#items.slice(this.#first) as Item[]; // what was dropped lies before `#first`
  }

  #dropFirst(): void {
    this.#weight -= this.#items[this.#first]?.weight ?? 0;
    this.#items[this.#first++] = undefined;
    if (this.#first * 2 < this.#items.length) return;
    this.#items = this.#items.slice(this.#first);
    this.#first = 0;
  }
}
