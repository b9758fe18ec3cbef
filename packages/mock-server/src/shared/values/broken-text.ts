/** A text, or the name of a member, that no database can store. */
interface Broken {
  readonly path: readonly PropertyKey[];
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

/** Finds texts and names of members with half of a surrogate pair or NUL. */
// Unspecified: U-333
export function* brokenTextIn(value: unknown, path: readonly PropertyKey[] = []): Generator<Broken> {
  if (typeof value === 'string') {
    if (!isStorable(value)) yield { path };
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const members: Iterable<[PropertyKey, unknown]> = Array.isArray(value)
    ? value.entries()
    : Object.entries(value);
  for (const [key, member] of members) {
    const at = [...path, key];
    if (typeof key === 'string' && !isStorable(key)) yield { path: at };
    else yield* brokenTextIn(member, at);
  }
}
