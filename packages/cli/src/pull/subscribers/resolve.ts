import { isObject } from '../../parse-json.ts';
import type { Json } from '../parts.ts';
import { type Groups, type GroupValue, isGroupValue } from './groups.ts';
import type { KeyedHash } from './keyed-hash.ts';
import { fieldKind, isReplaced, type Workshop } from './subscriber-form.ts';

/** More different values than a field of a list of choices has. */
const MAX_CHOICES = 50;

/** Thrown if a value of a subscriber would have been written. The message does not have it. */
export class LeakError extends Error {
  override readonly name = 'LeakError';

  constructor(place: string, kind: string) {
    super(
      `The copy would have had the ${kind} of a subscriber in ${place}, so nothing was written. ` +
        'This is a mistake in trickle pull: please report it, and pull with --subscribers none until then.',
    );
  }
}

/** Decides which values are kept, and searches what is written for values of subscribers. */
export class Resolver {
  readonly #groups: Groups;
  readonly #traces: Workshop['traces'];
  readonly #as: Workshop['options']['as'];
  readonly #isPlain: boolean;
  readonly #hash: KeyedHash;
  readonly #choices = new Map<string, readonly string[]>();

  constructor({ groups, traces, options, pseudonyms }: Workshop) {
    this.#groups = groups;
    this.#traces = traces;
    this.#as = options.as;
    this.#isPlain = options.plain;
    this.#hash = pseudonyms.hash;
  }

  /** A tag as it is written. */
  tag(tag: unknown): string {
    return String(this.#isPlain ? tag : this.#resolve(tag, 'subscribers.tags'));
  }

  /** A purchase as it is written. */
  purchase(purchase: Json): Json {
    return this.#isPlain ? purchase : (this.#resolve(purchase, 'purchases') as Json); // an object, as the purchase
  }

  /** A record of the journal as it is written. Values without a group and a pseudonym are left out. */
  #resolve(value: unknown, place: string): unknown {
    if (typeof value === 'string') return this.#checked(value, place);
    if (Array.isArray(value)) {
      return value.map((item) => this.#resolve(item, place)).filter((item) => item !== undefined);
    }
    if (!isObject(value)) return value;
    if (typeof value.kept === 'string') return value.kept;
    if (isGroupValue(value)) return this.#ofGroup(value, place);
    const members = this.#membersOf(value).map(
      ([name, item]) => [name, this.#resolve(item, `${place}.${name}`)] as const,
    );
    return Object.fromEntries(members.filter(([, item]) => item !== undefined));
  }

  /** Members whose names are not those of subscribers. */
  #membersOf(value: object): [string, unknown][] {
    return Object.entries(value).filter(([name]) => this.#traces.find(name) === undefined);
  }

  /** A subscriber as they are written. */
  subscriber(subscriber: Json): Json {
    if (this.#isPlain) return subscriber;
    const members = Object.entries(subscriber).map(([name, value]) => {
      if (name === 'custom_fields' && isObject(value)) return [name, this.#fields(value)] as const;
      return [name, isReplaced(name) ? this.#resolve(value, `subscribers.${name}`) : value] as const;
    });
    return Object.fromEntries(members.filter(([, value]) => value !== undefined));
  }

  #fields(fields: Json): Json {
    const members = this.#membersOf(fields).map(
      ([field, value]) => [field, this.#field(field, value)] as const,
    );
    return Object.fromEntries(members.filter(([, value]) => value !== undefined));
  }

  /** A rare value of a field of choices becomes another choice. */
  #field(field: string, value: unknown): unknown {
    if (!isGroupValue(value) || this.#keptOf(value) !== undefined)
      return this.#resolve(value, 'custom fields');
    const kind = fieldKind(field);
    const choices = this.#choices.get(kind) ?? this.#groups.valuesOf(kind);
    this.#choices.set(kind, choices);
    const type = this.#as[field] ?? (choices.length <= MAX_CHOICES ? 'enum' : 'words');
    const isText =
      value.pseudonym !== undefined && /[a-z]/i.test(value.pseudonym) && !/[@/]/.test(value.pseudonym);
    if (type !== 'enum' || !isText || choices.length < 2) return this.#resolve(value, 'custom fields');
    return choices[this.#hash.number('choice', value.$hash, choices.length)];
  }

  #ofGroup(value: GroupValue, place: string): string | undefined {
    const kept = this.#keptOf(value);
    if (kept !== undefined) return kept;
    const { pseudonym } = value;
    return pseudonym === undefined ? undefined : this.#checked(pseudonym, place);
  }

  /** A value that enough subscribers share, and that names none of them. */
  #keptOf(value: GroupValue): string | undefined {
    const kept = this.#groups.valueOf(value);
    return kept === undefined || this.#traces.find(kept) !== undefined ? undefined : kept;
  }

  #checked(text: string, place: string): string {
    const kind = this.#traces.find(text) ?? (this.#traces.isValue(text) ? 'value' : undefined);
    if (kind !== undefined) throw new LeakError(place, kind);
    return text;
  }
}
