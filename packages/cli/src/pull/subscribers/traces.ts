import { addressesIn, phonesIn, REMOVED } from '../safe-values.ts';
import { HashCounts } from './hash-counts.ts';
import type { KeyedHash } from './keyed-hash.ts';
import { isReserved } from './reserved.ts';

/** A part of a text that may identify somebody. */
interface Mark {
  readonly kind: 'email' | 'phone' | 'ip' | 'name' | 'id';
  /** In the form in which equal ones are equal. */
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

const IP = /\b\d{1,3}(?:\.\d{1,3}){3}\b|\b[0-9a-f]{1,4}(?::[0-9a-f]{0,4}){3,7}\b/gi;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** What may be between the two words of a name. */
const BETWEEN = /^[\s,.'’+_-]{1,3}$/;
const LETTERS = /^[\p{L}\p{M}]{2,}$/u;
/** Shorter ids are words and numbers that occur anywhere. */
const ID = /^(?=.*\d)(?=.*[a-z])[a-z\d]{8,}$/;

/**
 * Digests of what identifies the subscribers that were read: addresses, phone numbers, IP addresses, ids, names, and
 * every
 * value that was replaced. The copy is searched for them before it is written; the values themselves are not kept.
 */
export class Traces {
  readonly #hash: KeyedHash;
  readonly #seen = new HashCounts();
  readonly #allowed = new HashCounts();

  constructor(hash: KeyedHash) {
    this.#hash = hash;
  }

  /** The digests of a value that is replaced, with these kinds of marks in it. */
  of(value: string, kinds: readonly Mark['kind'][] = ['email', 'phone', 'ip']): bigint[] {
    const marks = marksIn(value).filter(({ kind, key }) => kinds.includes(kind) && !isReserved(kind, key));
    return [
      ...marks.map((mark) => this.#hashOf(mark)),
      ...(isDistinct(value) ? [this.#hashOfWhole(value)] : []),
    ];
  }

  add(traces: readonly bigint[]): void {
    for (const trace of traces) this.#seen.add(trace);
  }

  /** Keeps a text of the account that everybody sees, such as the name of a sender. */
  allow(text: string): void {
    for (const mark of marksIn(text)) this.#allowed.add(this.#hashOf(mark));
  }

  /** The kind of the first personal value in a string, such as an address; undefined without one. */
  find(text: string): string | undefined {
    return marksIn(text).find((mark) => this.#isSeen(mark))?.kind;
  }

  /** Whether a whole text is a value that was replaced. */
  isValue(text: string): boolean {
    return isDistinct(text) && this.#seen.has(this.#hashOfWhole(text));
  }

  /** The text with all marks of subscribers removed. */
  without(text: string): string {
    let [rest, end] = ['', 0];
    for (const mark of marksIn(text)) {
      if (mark.start < end || !this.#isSeen(mark)) continue;
      rest += text.slice(end, mark.start) + REMOVED;
      end = mark.end;
    }
    return rest + text.slice(end);
  }

  #isSeen(mark: Mark): boolean {
    const hash = this.#hashOf(mark);
    return this.#seen.has(hash) && !this.#allowed.has(hash);
  }

  #hashOf({ kind, key }: Mark): bigint {
    return this.#hash.hash(`trace ${kind}`, key);
  }

  #hashOfWhole(value: string): bigint {
    return this.#hash.hash('trace value', value.trim().toLowerCase());
  }
}

/** Whether a value is long enough not to be that of somebody else too. */
const isDistinct = (value: string): boolean =>
  value.trim().length >= 5 && /\p{L}/u.test(value) && !isReserved('value', value.trim().toLowerCase());

/** All marks of a text, in their order. */
function marksIn(text: string): Mark[] {
  const marks: Mark[] = [
    ...addressesIn(text).map(({ match, start }) =>
      markOf('email', match, start, match.toLowerCase().replace('%40', '@')),
    ),
    ...phonesIn(text).map(({ match, start }) => markOf('phone', match, start, match.replaceAll(/\D/g, ''))),
    ...Array.from(text.matchAll(IP), ({ 0: match, index }) => markOf('ip', match, index)),
  ];
  let last: RegExpExecArray | undefined;
  for (const word of text.matchAll(WORD)) {
    const [match] = word;
    if (ID.test(match.toLowerCase())) marks.push(markOf('id', match, word.index));
    const between = last && text.slice(last.index + last[0].length, word.index);
    if (last && LETTERS.test(last[0]) && LETTERS.test(match) && BETWEEN.test(between ?? '')) {
      const start = last.index;
      const key = `${last[0]} ${match}`.toLowerCase();
      marks.push({ kind: 'name', key, start, end: word.index + match.length });
    }
    last = word;
  }
  return marks.sort((a, b) => a.start - b.start);
}

const markOf = (kind: Mark['kind'], match: string, start: number, key = match.toLowerCase()): Mark => ({
  kind,
  key,
  start,
  end: start + match.length,
});
