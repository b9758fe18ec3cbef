import { field, typeUnder } from '@trickle/sdk/contract';
import { isObject } from '../parse-json.ts';
import { bodyTypeOf, type Exchange, type Run, type Type } from './exchange.ts';
import { accountKindOfNumber, changedLink, hasOpenNames, meaningOf } from './leaf.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Placeholders for the account's numbers are above this one, which no scenario and no other member reaches. */
const NUMBERS = 9_000_000_000_000_000;

/** A run in which placeholders replace the account's ids, times and texts. */
export function anonymousRun(run: Run, vocabulary: Vocabulary): Run {
  const moments = run.exchanges.flatMap((exchange) => [
    ...momentsIn(exchange.body, bodyTypeOf(exchange), vocabulary),
  ]);
  const sorted = [...new Set(moments)].sort((a, b) => a - b);
  const anonymizer = new Anonymizer(vocabulary, sorted);
  return { ...run, exchanges: run.exchanges.map((exchange) => anonymizer.exchange(exchange)) };
}

function* momentsIn(value: unknown, type: Type | undefined, vocabulary: Vocabulary): Generator<number> {
  if (typeof value === 'string') {
    const meaning = meaningOf(value, type, vocabulary);
    if (meaning.kind === 'time') yield meaning.moment;
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value))
      yield* momentsIn(member, type && typeUnder(type, name), vocabulary);
  }
}

/** Replaces the values of one run, equal values by the same token. */
class Anonymizer {
  readonly #vocabulary: Vocabulary;
  /** The times of the run, from the first to the last. */
  readonly #moments: readonly number[];
  readonly #ranks = new Map<string, Map<string, number>>();

  constructor(vocabulary: Vocabulary, moments: readonly number[]) {
    this.#vocabulary = vocabulary;
    this.#moments = moments;
  }

  exchange(exchange: Exchange): Exchange {
    const { call, status } = exchange;
    const body = this.#value(exchange.body, bodyTypeOf(exchange));
    const values = Object.entries(exchange.headers).map(
      ([name, value]) => [name, this.#header(name, value)] as const,
    );
    const headers = sortedMembers(Object.fromEntries(values));
    return { call, status, headers, ...(body !== undefined && { body }) };
  }

  #header(name: string, value: string): string {
    if (name === 'location') return this.#link(value);
    if (name === 'x-ratelimit-remaining') return value.replace(/^\d+$/, '1');
    return name === 'www-authenticate' ? value.replace(/ .*/, '') : value;
  }

  #value(value: unknown, type: Type | undefined): unknown {
    if (typeof value === 'string') return this.#text(value, type);
    if (Array.isArray(value)) return value.map((element) => this.#value(element, type && typeUnder(type, 0)));
    if (typeof value === 'number') return this.#number(value, type);
    if (!isObject(value)) return value;
    const members = Object.entries(value).map(([name, member]) => [
      hasOpenNames(type) ? this.#plain(name) : name,
      this.#value(member, type && typeUnder(type, name)),
    ]);
    return sortedMembers(Object.fromEntries(members));
  }

  /** A number stays a number, since types are compared too. */
  #number(value: number, type: Type | undefined): number {
    if (type && field.roleOf(type) === 'tally') return 0;
    const kind = accountKindOfNumber(value, type, this.#vocabulary);
    return kind === undefined ? value : NUMBERS + this.#rank(kind, String(value));
  }

  #link(text: string): string {
    return changedLink(text, (part, noun) =>
      noun === undefined ? this.#plain(part) : this.#token(noun, part),
    );
  }

  #text(text: string, type: Type | undefined): string {
    const meaning = meaningOf(text, type, this.#vocabulary);
    if (meaning.kind === 'reference') return text.startsWith('{') ? text : this.#token(meaning.noun, text);
    if (meaning.kind === 'link') return this.#link(text);
    if (meaning.kind === 'wording') return '<wording>';
    if (meaning.kind === 'code' || meaning.kind === 'enum') return text;
    if (meaning.kind !== 'time') return this.#plain(text);
    return meaning.isSent ? text : `<time:${this.#moments.indexOf(meaning.moment) + 1} ${meaning.format}>`;
  }

  #plain(text: string): string {
    return this.#vocabulary.has(text) ? text : this.#token('text', text);
  }

  #token(kind: string, text: string): string {
    return `<${kind}:${this.#rank(kind, text)}>`;
  }

  /** The rank of a value within its kind, from 1. */
  #rank(kind: string, text: string): number {
    const ranks = this.#ranks.get(kind) ?? new Map<string, number>();
    const rank = ranks.get(text) ?? ranks.size + 1;
    this.#ranks.set(kind, ranks.set(text, rank));
    return rank;
  }
}

const sortedMembers = <Value>(object: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
