/** Maximum number of names to remember. The oldest are forgotten first. */
const MAX_REMEMBERED = 20_000;

/** Maximum number of names of one subscriber. A larger set mixes several subscribers. */
const MAX_NAMES = 8;

/** Known identifiers of the same subscriber, learned from responses: email addresses, ids, visitor UUIDs. */
export class SubscriberAliases {
  readonly #known = new Map<string, ReadonlySet<string>>();

  /** All known names of the subscribers with these names. */
  namesOf(names: readonly string[]): readonly string[] {
    return names.some((name) => this.#known.has(name)) ? [...this.#withKnown(names)] : names;
  }

  /** Records that these names belong to one subscriber. */
  learn(names: readonly string[]): void {
    if (this.#isKnown(names)) return;
    const merged = this.#withKnown(names);
    const aliases = merged.size > MAX_NAMES ? new Set(names) : merged;
    for (const name of aliases) {
      this.#known.delete(name);
      this.#known.set(name, aliases);
    }
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MAX_REMEMBERED) break;
      this.#known.delete(oldest);
    }
  }

  #isKnown([first = '', ...others]: readonly string[]): boolean {
    const known = this.#known.get(first);
    return known !== undefined && others.every((name) => this.#known.get(name) === known);
  }

  #withKnown(names: readonly string[]): Set<string> {
    const all = new Set(names);
    for (const name of names) for (const other of this.#known.get(name) ?? []) all.add(other);
    return all;
  }
}
