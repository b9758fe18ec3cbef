import { isObject } from '../parse-json.ts';
import type { Json } from '../pull/parts.ts';
import { looksPersonal } from '../pull/safe-values.ts';

/** Nouns whose records programs refer to by id. */
export const RECORDS = ['campaigns', 'workflows', 'forms', 'goals'] as const;

/** The types of the properties of an event, by name; undefined where no value has been seen. */
export type Properties = ReadonlyMap<string, string | undefined>;

/** The names of an account. Those that look personal are only counted. */
export class Names {
  readonly tags = new Set<string>();
  readonly fields = new Set<string>();
  readonly events = new Map<string, Map<string, string | undefined>>();
  readonly ids = new Map<string, Map<string, string>>(RECORDS.map((noun) => [noun, new Map()]));
  readonly #personal = new Map<string, Set<string>>();

  /** Adds the names in an account of a seed, or in a part of one. */
  addAccount(account: Json): void {
    this.add('tags', texts(account.tags));
    this.add('fields', texts(account.custom_fields));
    for (const action of texts(account.event_actions)) this.addEvent(action, {});
    for (const subscriber of objects(account.subscribers)) this.addSubscriber(subscriber);
    for (const { action, properties } of objects(account.events)) {
      if (typeof action === 'string') this.addEvent(action, isObject(properties) ? properties : {});
    }
    for (const noun of RECORDS) {
      for (const { id, name, headline } of objects(account[noun])) {
        const label = name ?? headline;
        if (typeof id === 'string' && typeof label === 'string') this.#addRecord(noun, id, label);
      }
    }
  }

  addSubscriber(subscriber: Json): void {
    this.add('tags', texts(subscriber.tags));
    if (isObject(subscriber.custom_fields)) this.add('fields', Object.keys(subscriber.custom_fields));
  }

  add(noun: 'tags' | 'fields', names: readonly string[]): void {
    for (const name of names) if (this.#isSafe(noun, name)) this[noun].add(name);
  }

  /** Adds an event, and the names and types of its properties. */
  addEvent(action: string, properties: Json): void {
    const types = Object.entries(properties).map(([name, value]) => [name, typeOf(value)] as const);
    this.addTypes(action, types);
  }

  addTypes(action: string, types: readonly (readonly [name: string, type: string | undefined])[]): void {
    if (!this.#isSafe('events', action)) return;
    const all = this.events.get(action) ?? new Map<string, string | undefined>();
    this.events.set(action, all);
    for (const [name, type] of types) {
      if (!this.#isSafe('properties', name)) continue;
      all.set(name, common(all.get(name), type));
    }
  }

  /** The number of names that look personal, by noun. */
  get personal(): ReadonlyMap<string, number> {
    return new Map(Array.from(this.#personal, ([noun, names]) => [noun, names.size]));
  }

  #addRecord(noun: string, id: string, name: string): void {
    if (this.#isSafe(noun, name)) this.ids.get(noun)?.set(id, name);
  }

  #isSafe(noun: string, name: string): boolean {
    if (name === '') return false;
    if (!looksPersonal(name)) return true;
    this.#personal.set(noun, (this.#personal.get(noun) ?? new Set()).add(name));
    return false;
  }
}

/** The type of both, where undefined says nothing. */
function common(before: string | undefined, type: string | undefined): string | undefined {
  if (before === undefined || type === undefined) return before ?? type;
  return before === type ? type : 'unknown';
}

function typeOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  return ['string', 'number', 'boolean'].includes(typeof value) ? typeof value : 'unknown';
}

const objects = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
