import { field, typeUnder } from '@trickle/sdk/contract';
import { isObject, shownJson } from '../parse-json.ts';
import type { Bijection } from './bijection.ts';
import type { Type } from './exchange.ts';
import { accountKindOf, meaningOf } from './leaf.ts';
import type { Vocabulary } from './vocabulary.ts';

/** With more unmatched elements, similar ones are not searched. */
const MAX_SEARCHED = 20;

export interface Criteria {
  readonly type: Type | undefined;
  readonly bijection: Bijection;
  readonly vocabulary: Vocabulary;
  distance(service: unknown, sandbox: unknown): number;
}

export interface Pairing {
  /** The elements that remain of the longer list have no partner. */
  readonly pairs: readonly (readonly [service: unknown, sandbox: unknown])[];
  /** Whether only the order of the elements differs. */
  readonly isPermutation: boolean;
  /** Ids or texts of the account that cannot be matched yet. */
  readonly unknown?: { readonly service: readonly unknown[]; readonly sandbox: readonly unknown[] };
}

/** Pairs the elements of two lists: the same record or text, otherwise equal elements, otherwise the most similar ones. */
export function pairElements(
  service: readonly unknown[],
  sandbox: readonly unknown[],
  criteria: Criteria,
): Pairing {
  const matching = new Matching(service, sandbox, criteria);
  matching.matchKnown();
  matching.matchEqual();
  const unknown = matching.findUnknown();
  if (unknown) return { pairs: matching.pairs, isPermutation: false, unknown };
  const { isPermutation } = matching;
  matching.matchSimilar();
  return { pairs: matching.pairs, isPermutation };
}

class Matching {
  readonly #service: readonly unknown[];
  readonly #sandbox: readonly unknown[];
  readonly #criteria: Criteria;
  /** The pairs of the service's elements, by index. */
  readonly #partners = new Map<number, number>();
  /** The indexes of unmatched elements, by time: similar records were created in the same order. */
  readonly #left: Set<number>;
  readonly #free: Set<number>;

  constructor(service: readonly unknown[], sandbox: readonly unknown[], criteria: Criteria) {
    this.#service = service;
    this.#sandbox = sandbox;
    this.#criteria = criteria;
    this.#left = new Set(byTime(service, criteria));
    this.#free = new Set(byTime(sandbox, criteria));
  }

  get pairs(): Pairing['pairs'] {
    const sorted = [...this.#partners].sort(([a], [b]) => a - b);
    return sorted.map(([i, j]) => [this.#service[i], this.#sandbox[j]] as const);
  }

  get isPermutation(): boolean {
    return this.#left.size + this.#free.size === 0 && [...this.#partners].some(([i, j]) => i !== j);
  }

  matchKnown(): void {
    for (const i of this.#left) {
      const key = knownKeyOf(this.#service[i], this.#criteria);
      if (key === undefined) continue;
      const partner = this.#criteria.bijection.partnerOf(...key);
      const isPartner = (j: number) => knownKeyOf(this.#sandbox[j], this.#criteria)?.[1] === partner;
      if (partner !== undefined) this.#pair(i, [...this.#free].find(isPartner));
    }
  }

  matchEqual(): void {
    const byText = Map.groupBy(this.#free, (j) => JSON.stringify(this.#sandbox[j]));
    for (const i of this.#left) this.#pair(i, byText.get(JSON.stringify(this.#service[i]))?.shift());
  }

  matchSimilar(): void {
    const { distance } = this.#criteria;
    for (const i of this.#left) {
      const candidates = this.#free.size > MAX_SEARCHED ? [...this.#free].slice(0, 1) : [...this.#free];
      const ranked = candidates.map((j) => ({ j, rank: distance(this.#service[i], this.#sandbox[j]) }));
      this.#pair(i, ranked.sort((a, b) => a.rank - b.rank)[0]?.j);
    }
  }

  /** The remaining ids or texts of the account, if there are several. */
  findUnknown(): Pairing['unknown'] {
    const [service, sandbox] = [
      [...this.#left].map((i) => this.#service[i]),
      [...this.#free].map((j) => this.#sandbox[j]),
    ];
    const isKnown = (element: unknown) => typeof element !== 'string' || !this.#kindOf(element);
    if (service.length < 2 || [...service, ...sandbox].some(isKnown)) return undefined;
    return { service, sandbox };
  }

  #kindOf(element: string): string | undefined {
    const { type, vocabulary } = this.#criteria;
    return accountKindOf(meaningOf(element, type, vocabulary));
  }

  #pair(i: number, j: number | undefined): void {
    if (j === undefined) return;
    this.#partners.set(i, j);
    this.#left.delete(i);
    this.#free.delete(j);
  }
}

/** The kind and text of an element in the bijection: a record's id, or the text itself. */
function knownKeyOf(
  element: unknown,
  { type, vocabulary }: Criteria,
): [kind: string, text: string] | undefined {
  const [value, valueType] = isObject(element)
    ? [element.id, type && typeUnder(type, 'id')]
    : [element, type];
  if (typeof value !== 'string') return undefined;
  const kind = accountKindOf(meaningOf(value, valueType, vocabulary));
  return kind === undefined ? undefined : [kind, value];
}

function byTime(elements: readonly unknown[], { type, vocabulary }: Criteria): readonly number[] {
  const times = elements.map((element) => {
    if (!isObject(element) || !type) return 0;
    const name = Object.keys(element).find(
      (member) => field.roleOf(typeUnder(type, member) ?? type) === 'time',
    );
    const meaning = name && meaningOf(shownJson(element[name]), typeUnder(type, name), vocabulary);
    return meaning && meaning.kind === 'time' ? meaning.moment : 0;
  });
  return [...elements.keys()].sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0));
}
