import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod/mini';

/** Members of a record that a schema will accept. */
export type Loose = Readonly<Record<string, unknown>>;

/** Chooses what an exported seed contains, and counts what it leaves out. */
export class LeftOut {
  readonly counts: Record<string, number> = {};

  add(kind: string, count: number): void {
    if (count > 0) this.counts[kind] = (this.counts[kind] ?? 0) + count;
  }

  /** The members of a record that a seed can have, except those with their defaults. */
  pick(shape: z.core.$ZodShape, values: Loose, defaults: Loose = {}): Loose {
    const kept: Record<string, unknown> = {};
    for (const [name, type] of Object.entries(shape)) {
      const value = values[name] ?? undefined; // in a seed, null is the same as a member that is absent
      if (value === undefined || isDeepStrictEqual(value, defaults[name])) continue;
      // Requests are read generously, so a stored value can be one that no seed accepts.
      if ((type as z.ZodMiniType).safeParse(value).success) kept[name] = value;
      else this.add('invalid_values', 1);
    }
    return kept;
  }
}
