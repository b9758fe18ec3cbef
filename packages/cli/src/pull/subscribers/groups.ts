import { isObject } from '../../parse-json.ts';
import { looksPersonal } from '../safe-values.ts';
import { HashCounts } from './hash-counts.ts';
import type { KeyedHash } from './keyed-hash.ts';

/**
 * A value that is kept if enough subscribers share it, as it is in the journal: its digest and its pseudonym, which is missing
 * where a value without a group is left out.
 */
export interface GroupValue {
  readonly $hash: string;
  readonly pseudonym?: string;
  /** The value itself, encrypted: at the moment when the group became large enough. */
  readonly sealed?: string;
}

export const isGroupValue = (value: unknown): value is GroupValue =>
  isObject(value) && typeof value.$hash === 'string' && /^[\da-z]{1,13}$/.test(value.$hash);

/**
 * Counts how many subscribers share a value. Whether a value is kept is known only at the end, and most values never are, so
 * a value is remembered only from the moment when its group has become large enough; of all others, there is a digest.
 */
export class Groups {
  readonly #hash: KeyedHash;
  readonly #smallest: number;
  readonly #counts = new HashCounts();
  /** Values with groups that are large enough, by their digests. */
  readonly #kept = new Map<string, string>();
  /** The same values by the field that they are of. */
  readonly #byKind = new Map<string, Set<string>>();

  constructor(hash: KeyedHash, smallest: number) {
    this.#hash = hash;
    this.#smallest = smallest;
  }

  /** Counts a value of one more subscriber. What looks personal is never kept. */
  count(kind: string, value: string, pseudonym: string | undefined): GroupValue | string | undefined {
    if (looksPersonal(value)) return pseudonym;
    const hash = this.#hash.hash(`group ${kind}`, value);
    const isComplete = this.#counts.add(hash) === this.#smallest;
    if (isComplete) this.#keep(kind, hash.toString(36), value);
    return {
      $hash: hash.toString(36),
      ...(pseudonym !== undefined && { pseudonym }),
      ...(isComplete && { sealed: this.#hash.seal(JSON.stringify([kind, value])) }),
    };
  }

  /** Counts a value of an earlier run. */
  recount({ $hash, sealed }: GroupValue): void {
    this.#counts.add(parse36($hash));
    if (sealed === undefined) return;
    const [kind, value]: [string, string] = JSON.parse(this.#hash.open(sealed)); // written by `count`
    this.#keep(kind, $hash, value);
  }

  /** The value if enough subscribers share it. */
  valueOf({ $hash }: GroupValue): string | undefined {
    return this.#kept.get($hash);
  }

  /** Whether somebody has a value, but too few subscribers to keep it. */
  isRare(kind: string, value: string): boolean {
    const count = this.#counts.count(this.#hash.hash(`group ${kind}`, value));
    return count > 0 && count < this.#smallest;
  }

  /** The values of a kind that are kept, in alphabetical order. */
  valuesOf(kind: string): readonly string[] {
    return [...(this.#byKind.get(kind) ?? [])].sort();
  }

  #keep(kind: string, hash: string, value: string): void {
    this.#kept.set(hash, value);
    const values = this.#byKind.get(kind) ?? new Set();
    this.#byKind.set(kind, values.add(value));
  }
}

const parse36 = (text: string): bigint =>
  [...text].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n);
