/** How many names are kept; the ones learned first are forgotten first. */
const MAX_REMEMBERED = 20_000;

/** More names than one person has: whoever has them is a mixture of several. */
const MAX_NAMES = 8;

/** Knows which names are of the same person: addresses, ids, visitor uuids, as answers have told. */
export class SubscriberAliases {
  readonly #known = new Map<string, ReadonlySet<string>>();

  /** All names of the people that are named here. */
  namesOf(names: readonly string[]): string[] {
    return [...this.#withKnown(names)];
  }

  /** Takes note that these names are of one person. */
  learn(names: readonly string[]): void {
    const known = this.#known.get(names[0] ?? '');
    if (known && names.every((name) => known.has(name) && this.#known.get(name) === known)) return;
    const merged = this.#withKnown(names);
    const person = merged.size > MAX_NAMES ? new Set(names) : merged;
    for (const name of person) {
      this.#known.delete(name);
      this.#known.set(name, person);
    }
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MAX_REMEMBERED) break;
      this.#known.delete(oldest);
    }
  }

  #withKnown(names: readonly string[]): Set<string> {
    const all = new Set(names);
    for (const name of names) for (const other of this.#known.get(name) ?? []) all.add(other);
    return all;
  }
}
