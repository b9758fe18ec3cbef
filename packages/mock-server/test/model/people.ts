import { expect } from 'vitest';
import type { TestServer } from '../harness.ts';
import { type Known, Model } from './machine.ts';

/** A subscriber as the model knows them, with the interface's names. */
export interface Person extends Known {
  email: string;
  status: 'active' | 'unsubscribed';
  tags: string[];
  readonly custom_fields: Map<string, string>;
  time_zone: string;
  /** Cents. */
  lifetime_value: number;
  readonly created_at: string;
  user_id?: string | undefined;
  first_name?: string | undefined;
  initial_status?: Person['status'] | undefined;
}

/** How a request identifies a subscriber: by email address, or by the id that belongs to it. */
export interface Name {
  readonly by: 'email' | 'id';
  readonly email: string;
}

/** The members of a subscriber request. */
export interface Change {
  readonly new_email?: string;
  readonly user_id?: string;
  readonly first_name?: string | null;
  readonly time_zone?: string;
  readonly lifetime_value?: number;
  readonly status?: Person['status'];
  readonly initial_status?: Person['status'];
  readonly custom_fields?: Readonly<Record<string, string | number | boolean | null>>;
  readonly tags?: readonly string[];
  readonly remove_tags?: readonly string[];
}

/** The result of an upsert: the subscriber, or the issues. */
export type Upserted = { person: Person } | { status: 404 | 422; faults: string[] };

const UNKNOWN_ID = 'nobody0';
const sameAddress = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The subscribers of an account in order of creation, and its custom fields. */
export class People extends Model {
  /** Milliseconds since 1970. */
  now = Date.parse('2026-03-06T12:00:00Z');
  people: Person[] = [];
  readonly identifiers: string[] = [];
  /** Whether the subscriber is being created. */
  #isNew = false;

  find(email: string): Person | undefined {
    return this.people.find((person) => sameAddress(person.email, email));
  }

  /** The identifier of a subscriber in a request. */
  key({ by, email }: Name): string {
    return by === 'email' ? email : (this.find(email)?.id ?? UNKNOWN_ID);
  }

  time(): string {
    return new Date(this.now).toISOString().replace('.000', '');
  }

  upsert(name: Name, change: Change, source: string): Upserted {
    const known = this.find(name.email);
    if (!known && name.by === 'id') return { status: 404, faults: ['undefined: not_found_error'] };
    const faults = this.#conflicts(known, change);
    if (faults.length > 0) return { status: 422, faults };
    const person = known ?? this.#create(name.email, change);
    if (known) this.#move(person, change, source);
    this.#isNew = !known;
    this.#alter(person, change, source);
    this.#isNew = false;
    this.#tag(person, change);
    return { person };
  }

  /** Expects the events of an update. A new subscriber has none, because the first values replace no others. */
  #tellUpdate(person: Person, event: string, properties: Readonly<Record<string, unknown>>): void {
    if (!this.#isNew) this.tell(person, event, properties);
  }

  delete(person: Person): void {
    this.people = this.people.filter((one) => one !== person);
    this.tell(person, 'deleted');
  }

  #conflicts(person: Person | undefined, { new_email, user_id }: Change): string[] {
    const others = this.people.filter((one) => one !== person);
    const faults: string[] = [];
    if (new_email !== undefined && others.some(({ email }) => sameAddress(email, new_email))) {
      faults.push('new_email: uniqueness_error');
    }
    if (user_id && others.some((one) => one.user_id === user_id)) faults.push('user_id: uniqueness_error');
    return faults;
  }

  #create(email: string, { new_email, status, initial_status }: Change): Person {
    const person: Person = {
      email: new_email ?? email,
      status: status ?? initial_status ?? 'active',
      tags: [],
      custom_fields: new Map(),
      time_zone: 'Etc/UTC',
      lifetime_value: 0,
      created_at: this.time(),
    };
    this.people.push(person);
    this.tell(person, 'created');
    if (person.status === 'active') this.tell(person, 'subscribed_to_email_marketing');
    return person;
  }

  #move(person: Person, { new_email, status }: Change, source: string): void {
    if (new_email !== undefined && new_email !== person.email) {
      const properties = { value: new_email, previous_value: person.email, source };
      this.tell(person, 'updated_email_address', properties);
      person.email = new_email;
    }
    if (status !== undefined) this.setStatus(person, status);
  }

  setStatus(person: Person, status: Person['status']): void {
    if (person.status === status) return;
    person.status = status;
    if (status === 'unsubscribed') this.tell(person, 'unsubscribed_all');
    else for (const event of ['reactivated', 'subscribed_to_email_marketing']) this.tell(person, event);
  }

  #alter(person: Person, change: Change, source: string): void {
    const { user_id, first_name, time_zone, initial_status, custom_fields = {} } = change;
    if (user_id !== undefined && (user_id || undefined) !== person.user_id) {
      const values = { value: user_id || null, previous_value: person.user_id ?? null };
      this.#tellUpdate(person, 'updated_alias', { identifier: 'user_id', ...values, source });
      person.user_id = user_id || undefined;
    }
    if (time_zone !== undefined && time_zone !== person.time_zone) {
      this.#tellUpdate(person, 'updated_time_zone', { value: time_zone, previous_value: person.time_zone });
      person.time_zone = time_zone;
    }
    if (change.lifetime_value !== undefined) this.setLifetimeValue(person, change.lifetime_value, source);
    if (first_name !== undefined && first_name !== null) person.first_name = first_name || undefined;
    person.initial_status = initial_status ?? person.initial_status;
    for (const [identifier, given] of Object.entries(custom_fields)) {
      const value = given === null || given === '' ? null : String(given);
      this.#setField(person, identifier, value, source);
    }
  }

  setLifetimeValue(person: Person, value: number, source: string): void {
    const previous_value = person.lifetime_value;
    person.lifetime_value = value;
    if (value !== previous_value) {
      this.#tellUpdate(person, 'updated_lifetime_value', { value, previous_value, source });
    }
  }

  #setField(person: Person, identifier: string, value: string | null, source: string): void {
    const previous_value = person.custom_fields.get(identifier) ?? null;
    if (value === null) person.custom_fields.delete(identifier);
    else person.custom_fields.set(identifier, value);
    if (value !== null && !this.identifiers.includes(identifier)) this.identifiers.push(identifier);
    if (value === previous_value) return;
    this.#tellUpdate(person, 'updated_custom_field', { identifier, value, previous_value, source });
  }

  #tag(person: Person, { tags = [], remove_tags = [] }: Change): void {
    for (const tag of tags) {
      if (tag === '' || person.tags.includes(tag)) continue;
      person.tags.push(tag);
      this.tell(person, 'applied_tag', { tag });
    }
    for (const tag of remove_tags) this.removeTag(person, tag);
  }

  removeTag(person: Person, tag: string): void {
    if (!person.tags.includes(tag)) return;
    person.tags = person.tags.filter((one) => one !== tag);
    this.tell(person, 'removed_tag', { tag });
  }

  /** Every subscriber matches the model, which also learns new ids here. */
  async verify(server: TestServer): Promise<void> {
    const { body } = await server.get('subscribers?status=all&per_page=1000');
    const shown = body.subscribers ?? [];
    for (const [i, person] of this.people.entries()) person.id ??= shown[i]?.id;
    expect(shown.map(portrait)).toEqual(this.people.map(portrait));
    const tags = (await server.get('tags')).body.tags;
    expect(tags).toEqual([...new Set(this.people.flatMap((person) => person.tags))].sort());
    const { custom_field_identifiers } = (await server.get('custom_field_identifiers')).body;
    expect(custom_field_identifiers?.toSorted()).toEqual(this.identifiers.toSorted());
  }
}

/** The compared members of a subscriber. */
export function portrait(record: Person | Readonly<Record<string, unknown>>) {
  // The server uses the same names, except that custom fields are an object.
  const { id, email, status, tags, custom_fields, time_zone, lifetime_value, ...more } = record as Person;
  const { created_at, user_id, first_name, initial_status } = more;
  const fields = custom_fields instanceof Map ? custom_fields : Object.entries(custom_fields);
  const always = {
    id,
    email,
    status,
    tags,
    fields: [...fields].sort(),
    time_zone,
    lifetime_value,
    created_at,
  };
  return { ...always, user_id, first_name, initial_status };
}
