import type { Target } from './store.ts';

/** Which rows a table has, and in which order: changes of their details do not matter. */
export const listOf = (table: string): string => `list of ${table}`;

/** Which rows a table has, up to the newest one that was read: rows that are added later do not matter either. */
export const beginningOf = (table: string): string => `beginning of ${table}`;

/** The counts of a table. A change of rows that does not adjust it forgets it. */
export const totalsOf = (table: string): string => `totals of ${table}`;

/** The largest number of values. One more clears the cache: requests choose some of the keys. */
const MAX_VALUES = 2000;

/** Values read from tables. Each is kept until a row of one of its tables changes. */
export class QueryCache {
  readonly #values = new Map<string, unknown>();
  readonly #keys = new Map<string, Set<string>>();
  /** Rises with each statement that changes a table. */
  changes = 0;
  /** Rises whenever a value is forgotten. A value that was being read at that moment may be old, and is not kept. */
  #age = 0;

  /** Returns the value of a key, or loads it from `tables`. */
  async get<T>(key: string, tables: readonly string[], load: () => Promise<T>): Promise<T> {
    if (this.#values.has(key)) return this.#values.get(key) as T; // loaded for the same key
    const age = this.#age;
    const value = await load();
    // Missing records are not kept: requests can ask for any number of them.
    if (value !== undefined && age === this.#age) this.#keep(key, tables, value);
    return value;
  }

  /** Forgets everything, as after a rollback: some values may have been read from rows that no longer exist. */
  clear(): void {
    this.#age++;
    this.#values.clear();
    this.#keys.clear();
  }

  forget({ table, effect, isCounted }: Pick<Target, 'table' | 'effect' | 'isCounted'>): void {
    this.changes++;
    this.#forget(table);
    if (effect === 'details') return;
    if (!isCounted) this.#forget(totalsOf(table));
    this.#forget(listOf(table));
    if (effect !== 'addition') this.#forget(beginningOf(table));
  }

  #forget(table: string): void {
    const keys = this.#keys.get(table);
    if (keys === undefined) return;
    this.#age++;
    for (const key of keys) this.#values.delete(key);
    keys.clear();
  }

  #keep(key: string, tables: readonly string[], value: unknown): void {
    if (this.#values.size >= MAX_VALUES) this.clear();
    this.#values.set(key, value);
    for (const table of tables) {
      const keys = this.#keys.get(table);
      if (keys) keys.add(key);
      else this.#keys.set(table, new Set([key]));
    }
  }
}
