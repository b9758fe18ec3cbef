/** Maximum number of names to remember. The oldest are forgotten first. */
const MAX_REMEMBERED = 20_000;

/** Maximum number of names of one subscriber. A larger set mixes several subscribers. */
const MAX_NAMES = 8;

/** Known identifiers of the same subscriber, learned from responses: email addresses, ids, visitor UUIDs. */
export class SubscriberAliases {
  /** For each name, all names of its subscriber, itself included. */
  readonly #known = new Map<string, readonly string[]>();

  /** All known names of the subscribers with these names. */
  namesOf(names: readonly string[]): readonly string[] {
    const known = this.#known.get(names[0] ?? '');
    if (known && this.#isShared(known, names)) return known;
    return [...new Set([...names, ...names.flatMap((name) => this.#known.get(name) ?? [])])];
  }

  /** Records that these names belong to one subscriber. */
  learn(names: readonly string[]): void {
    const known = this.#known.get(names[0] ?? '');
    if (known && this.#isShared(known, names)) return;
    const merged = this.namesOf(names);
    const aliases = merged.length > MAX_NAMES ? [...new Set(names)] : merged;
    for (const name of aliases) {
      this.#known.delete(name);
      this.#known.set(name, aliases);
    }
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MAX_REMEMBERED) break;
      this.#known.delete(oldest);
    }
  }

  #isShared(known: readonly string[], names: readonly string[]): boolean {
    return names.every((name) => this.#known.get(name) === known);
  }
}
