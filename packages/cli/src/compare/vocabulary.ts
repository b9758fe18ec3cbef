import { definitionOf, type Endpoint, field } from '@trickle/sdk/contract';
import { endpointOf, type Type } from './exchange.ts';
import type { Scenario } from './scenario.ts';

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** A time with its zone, as in responses. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** The words of the scenarios and of the contract. Any other word in a response is account data. */
export class Vocabulary {
  readonly #words: ReadonlySet<string>;
  readonly #times: ReadonlySet<number>;

  constructor(scenarios: readonly Scenario[]) {
    const texts = scenarios.flatMap(({ steps }) => textsIn(steps));
    const calls = new Set(scenarios.flatMap(({ steps }) => steps.map(({ call }) => call)));
    const names = [...calls].flatMap((call) => namesOf(endpointOf(call)));
    this.#words = new Set([...texts, ...names, 'Etc/UTC', 'base'].flatMap(wordsOf));
    this.#times = new Set(texts.filter((text) => TIME.test(text)).map((text) => Date.parse(text)));
  }

  /** Whether a string consists only of words from the scenarios and the contract. */
  has(text: string): boolean {
    return wordsOf(text).every((word) => this.#words.has(word));
  }

  /** Whether a scenario sends this time, in milliseconds since 1970. */
  hasTime(time: number): boolean {
    return this.#times.has(time);
  }
}

/** All strings in a value, and the names of its members. */
function textsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member)]);
}

/** The path, the values and the URL templates of an operation. */
function namesOf({ path, query, response }: Endpoint): string[] {
  const types = [query?.(), response.wire?.()].filter((type) => type !== undefined);
  return [path, ...Object.values(response.links ?? {}), ...types.flatMap(valuesIn)];
}

/** The names of members of a type, and its known values. */
function valuesIn(type: Type): string[] {
  const { shape = {}, element, entries = {} } = definitionOf(type);
  return [
    ...Object.entries(shape).flatMap(([name, member]) => [name, ...valuesIn(member)]),
    ...(element ? valuesIn(element) : []),
    ...Object.values(entries).map(String),
    ...(field.knownValuesOf(type) ?? []).map(String),
  ];
}
