import { field, typeUnder } from '@trickle/sdk/contract';
import { isObject } from '../parse-json.ts';
import type { Bijection } from './bijection.ts';
import type { DifferenceClass, Found } from './difference.ts';
import type { Type } from './exchange.ts';
import {
  accountKindOf,
  accountKindOfNumber,
  hasOpenNames,
  isForeign,
  type Meaning,
  meaningOf,
  nounAfter,
  shownValue,
} from './leaf.ts';
import { type Pairing, pairElements } from './pair-elements.ts';
import type { Vocabulary } from './vocabulary.ts';

export interface Pair {
  readonly service: unknown;
  readonly sandbox: unknown;
  /** Undefined where the contract says nothing. */
  readonly type: Type | undefined;
  readonly place: string;
}

/** The time of a record that never changes. */
const CREATED = 'created_at';

/** Compares two JSON values along a type of the contract. */
export class ValueComparison {
  readonly differences: Found[] = [];
  readonly bijection: Bijection;
  readonly vocabulary: Vocabulary;
  /** Places of lists whose order is documented. */
  readonly #orderedPlace: string;
  /** Lists with unmatched ids or texts. */
  readonly #unknown: (Pair & Required<Pairing>['unknown'])[] = [];
  /** The last times at each place, to compare their order. */
  readonly #times = new Map<string, readonly [service: number, sandbox: number]>();

  constructor(bijection: Bijection, vocabulary: Vocabulary, orderedPlace = '') {
    this.bijection = bijection;
    this.vocabulary = vocabulary;
    this.#orderedPlace = orderedPlace;
  }

  compare(pair: Pair): void {
    const { service, sandbox, type } = pair;
    if (service === sandbox) this.#comparePairOfTexts(pair);
    else if (service === undefined || sandbox === undefined) this.#compareWithAbsent(pair);
    else if (service === null || sandbox === null) this.#add('value', pair);
    else if (Array.isArray(service) && Array.isArray(sandbox)) this.#compareLists(pair, service, sandbox);
    else if (isObject(service) && isObject(sandbox)) this.#compareObjects(pair, service, sandbox);
    else if (typeof service !== typeof sandbox || typeof service === 'object') this.#add('type', pair);
    else if (typeof service === 'string') this.#comparePairOfTexts(pair);
    else if (this.#isPairOfNumbers(pair)) return;
    else if (!type || field.roleOf(type) !== 'tally') this.#add('value', pair);
  }

  #comparePairOfTexts(pair: Pair): void {
    const { service, sandbox, type } = pair;
    if (typeof service !== 'string' || typeof sandbox !== 'string') return;
    const [first, second] = [service, sandbox].map((text) => meaningOf(text, type, this.vocabulary));
    if (!first || !second || first.kind === 'wording') return;
    if (first.kind === 'reference') this.#compareIds(pair, first.noun, service, sandbox);
    else if (first.kind === 'link') this.compareLinks(pair, service, sandbox);
    else if (first.kind === 'time' && second.kind === 'time') this.#compareTimes(pair, first, second);
    else if (first.kind === 'text' && second.kind === 'text') {
      if (!this.bijection.pair('text', service, sandbox)) this.#add('value', pair);
    } else if (service !== sandbox) this.#add(first.kind === 'enum' ? 'enum' : 'value', pair);
  }

  /** Whether two numbers are ids or texts of the account that match each other. */
  #isPairOfNumbers({ service, sandbox, type }: Pair): boolean {
    if (typeof service !== 'number' || typeof sandbox !== 'number') return false;
    const [first, second] = [service, sandbox].map((value) =>
      accountKindOfNumber(value, type, this.vocabulary),
    );
    return first !== undefined && first === second && this.bijection.pair(first, `${service}`, `${sandbox}`);
  }

  #compareWithAbsent(pair: Pair): void {
    const { service, sandbox } = pair;
    if (service === null || sandbox === null) this.#add('null or absent', pair);
    else this.#add(sandbox === undefined ? 'missing' : 'new', pair);
  }

  #compareIds(pair: Pair, noun: string, service: string, sandbox: string): void {
    const isAccount = isPlaceholder(service) || isPlaceholder(sandbox);
    const isSame = isAccount ? service === sandbox : this.bijection.pair(noun, service, sandbox);
    if (!isSame) this.#add('reference', pair);
  }

  /** Compares two URLs: path segments must be equal, or ids after their noun. */
  compareLinks(pair: Pair, service: string, sandbox: string): void {
    const [first, second] = [service.split('/'), sandbox.split('/')];
    const isSame = (part: string, i: number) => {
      const [other = '', noun] = [second[i], nounAfter(first[i - 1])];
      if (noun === undefined || isPlaceholder(part) || isPlaceholder(other)) return part === other;
      return this.bijection.pair(noun, part, other);
    };
    const place = first.length === second.length ? first.findIndex((part, i) => !isSame(part, i)) : 0;
    if (place >= 0) this.#add(nounAfter(first[place - 1]) ? 'reference' : 'value', pair);
  }

  #compareTimes(pair: Pair, first: Time, second: Time): void {
    if (first.format !== second.format) this.#add('time format', pair);
    if ((first.isSent || second.isSent) && first.moment !== second.moment) this.#add('value', pair);
    const before = this.#times.get(pair.place);
    this.#times.set(pair.place, [first.moment, second.moment]);
    // Equal times prove nothing, since servers store them with different precision.
    if (before && (first.moment - before[0]) * (second.moment - before[1]) < 0) this.#add('order', pair);
  }

  #compareObjects({ type, place }: Pair, service: Json, sandbox: Json): void {
    const names = new Set([...Object.keys(service), ...Object.keys(sandbox)]);
    // The id comes first: it tells which records match.
    const sorted = [...names].sort((a, b) => Number(b === 'id') - Number(a === 'id') || (a < b ? -1 : 1));
    const isData = (name: string) => hasOpenNames(type) && isForeign(name, this.vocabulary);
    for (const name of sorted.filter((name) => !isData(name))) {
      this.compare({
        service: service[name],
        sandbox: sandbox[name],
        type: type && typeUnder(type, name),
        place: below(place, name),
      });
    }
    this.#compareCreation(type && typeUnder(type, CREATED), place, service, sandbox);
    const [first, second] = [service, sandbox].map((object) => Object.keys(object).filter(isData).sort());
    this.#compareLists(
      { service: first, sandbox: second, type: undefined, place: below(place, '*') },
      first ?? [],
      second ?? [],
    );
  }

  /** A record is created once: if its time has changed at one server, it must have changed at the other. */
  #compareCreation(type: Type | undefined, place: string, service: Json, sandbox: Json): void {
    const pair = { service: service[CREATED], sandbox: sandbox[CREATED], type, place: below(place, CREATED) };
    const [first, second] = [pair.service, pair.sandbox].map((time) =>
      typeof time === 'string' ? meaningOf(time, type, this.vocabulary) : undefined,
    );
    if (first?.kind !== 'time' || second?.kind !== 'time' || service.id === undefined) return;
    const record = `${place} ${service.id} ${sandbox.id}`;
    if (!this.bijection.pair(record, `${first.moment}`, `${second.moment}`)) this.#add('value', pair);
  }

  #compareLists(pair: Pair, service: readonly unknown[], sandbox: readonly unknown[]): void {
    const { place } = pair;
    const isOrdered = service.some(isObject) && (isInner(place) || place === this.#orderedPlace);
    const { isPermutation, unknown } = this.#compareElements(pair, service, sandbox, isOrdered);
    if (isPermutation && isOrdered) this.#add('order', pair);
    if (unknown) this.#unknown.push({ ...pair, ...unknown });
    if (service.length !== sandbox.length) {
      this.#add(service.length > sandbox.length ? 'missing' : 'new', { ...pair, place: `${place}[]` });
    }
  }

  #compareElements(
    { type, place }: Pair,
    service: readonly unknown[],
    sandbox: readonly unknown[],
    isOrdered: boolean,
  ): Pairing {
    const elementType = type && typeUnder(type, 0);
    const pairing = pairElements(service, sandbox, {
      ...{ type: elementType, bijection: this.bijection, vocabulary: this.vocabulary },
      distance: (first, second) =>
        this.#distance({ service: first, sandbox: second, type: elementType, place }),
    });
    for (const [first, second] of pairing.pairs) {
      this.compare({ service: first, sandbox: second, type: elementType, place: `${place}[]` });
      // Elsewhere, the interface does not define the order.
      if (!isOrdered) this.#times.clear();
    }
    return pairing;
  }

  compareUnknown(): void {
    for (const list of this.#unknown.splice(0)) {
      const { service, sandbox, type, place } = list;
      const { unknown } = this.#compareElements(list, service, sandbox, false);
      const first = unknown?.service.find((text) => this.#isKnown(text, type && typeUnder(type, 0)));
      if (first !== undefined)
        this.#add('reference', { service: first, sandbox: undefined, type, place: `${place}[]` });
    }
  }

  #isKnown(text: unknown, type: Type | undefined): boolean {
    const kind = typeof text === 'string' && accountKindOf(meaningOf(text, type, this.vocabulary));
    return typeof kind === 'string' && this.bijection.partnerOf(kind, String(text)) !== undefined;
  }

  #distance(pair: Pair): number {
    const trial = new ValueComparison(this.bijection.copy(), this.vocabulary);
    trial.compare(pair);
    return trial.differences.length;
  }

  #add(kind: DifferenceClass, { service, sandbox, type, place }: Pair): void {
    const [first, second] = [service, sandbox].map((value) => shownValue(value, type, this.vocabulary));
    this.differences.push({ class: kind, place, service: first ?? '', sandbox: second ?? '' });
  }
}

type Time = Meaning & { readonly kind: 'time' };
type Json = Readonly<Record<string, unknown>>;

/** Whether a URL segment or an id is a placeholder for something on both servers: the account or a subscriber. */
const isPlaceholder = (text: string): boolean => text.startsWith('{');

const isInner = (place: string): boolean => /[.[]/.test(place);

const below = (place: string, name: string): string => (place === '' ? name : `${place}.${name}`);
