import { expect } from 'vitest';
import type { TestServer } from '../harness.ts';
import { type Known, Model } from './machine.ts';

/** A subscriber as the model knows them, with the interface's names. */
export interface Subscriber extends Known {
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
  initial_status?: Subscriber['status'] | undefined;
}

/** The key by which a request identifies a subscriber: an email address, or the id that belongs to it. */
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
  readonly status?: Subscriber['status'];
  readonly initial_status?: Subscriber['status'];
  readonly custom_fields?: Readonly<Record<string, string | number | boolean | null>>;
  readonly tags?: readonly string[];
  readonly remove_tags?: readonly string[];
}

/** The result of an upsert: the subscriber, or the issues. */
export type Upserted = { subscriber: Subscriber } | { status: 404 | 422; issues: string[] };

const UNKNOWN_ID = 'nobody0';
const sameAddress = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The subscribers of an account in order of creation, and its custom fields. */
export class SubscriberModel extends Model {
  /** Milliseconds since 1970. */
  now = Date.parse('2026-03-06T12:00:00Z');
  subscribers: Subscriber[] = [];
  readonly identifiers: string[] = [];
  /** Whether the subscriber is being created. */
  #isNew = false;

  find(email: string): Subscriber | undefined {
    return this.subscribers.find((subscriber) => sameAddress(subscriber.email, email));
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
    if (!known && name.by === 'id') return { status: 404, issues: ['undefined: not_found_error'] };
    const issues = this.#conflicts(known, change);
    if (issues.length > 0) return { status: 422, issues };
    const subscriber = known ?? this.#create(name.email, change);
    if (known) this.#move(subscriber, change, source);
    this.#isNew = !known;
    this.#alter(subscriber, change, source);
    this.#isNew = false;
    this.#tag(subscriber, change);
    return { subscriber };
  }

  /** Expects the events of an update. A new subscriber has none, because the first values replace no others. */
  #expectUpdate(subscriber: Subscriber, event: string, properties: Readonly<Record<string, unknown>>): void {
    if (!this.#isNew) this.expectEvent(subscriber, event, properties);
  }

  delete(subscriber: Subscriber): void {
    this.subscribers = this.subscribers.filter((one) => one !== subscriber);
    this.expectEvent(subscriber, 'deleted');
  }

  #conflicts(subscriber: Subscriber | undefined, { new_email, user_id }: Change): string[] {
    const others = this.subscribers.filter((one) => one !== subscriber);
    const issues: string[] = [];
    if (new_email !== undefined && others.some(({ email }) => sameAddress(email, new_email))) {
      issues.push('new_email: uniqueness_error');
    }
    if (user_id && others.some((one) => one.user_id === user_id)) issues.push('user_id: uniqueness_error');
    return issues;
  }

  #create(email: string, { new_email, status, initial_status }: Change): Subscriber {
    const subscriber: Subscriber = {
      email: new_email ?? email,
      status: status ?? initial_status ?? 'active',
      tags: [],
      custom_fields: new Map(),
      time_zone: 'Etc/UTC',
      lifetime_value: 0,
      created_at: this.time(),
    };
    this.subscribers.push(subscriber);
    this.expectEvent(subscriber, 'created');
    if (subscriber.status === 'active') this.expectEvent(subscriber, 'subscribed_to_email_marketing');
    return subscriber;
  }

  #move(subscriber: Subscriber, { new_email, status }: Change, source: string): void {
    if (new_email !== undefined && new_email !== subscriber.email) {
      const properties = { value: new_email, previous_value: subscriber.email, source };
      this.expectEvent(subscriber, 'updated_email_address', properties);
      subscriber.email = new_email;
    }
    if (status !== undefined) this.setStatus(subscriber, status);
  }

  setStatus(subscriber: Subscriber, status: Subscriber['status']): void {
    if (subscriber.status === status) return;
    subscriber.status = status;
    if (status === 'unsubscribed') this.expectEvent(subscriber, 'unsubscribed_all');
    else
      for (const event of ['reactivated', 'subscribed_to_email_marketing'])
        this.expectEvent(subscriber, event);
  }

  #alter(subscriber: Subscriber, change: Change, source: string): void {
    const { user_id, first_name, time_zone, initial_status, custom_fields = {} } = change;
    if (user_id !== undefined && (user_id || undefined) !== subscriber.user_id) {
      const values = { value: user_id || null, previous_value: subscriber.user_id ?? null };
      this.#expectUpdate(subscriber, 'updated_alias', { identifier: 'user_id', ...values, source });
      subscriber.user_id = user_id || undefined;
    }
    if (time_zone !== undefined && time_zone !== subscriber.time_zone) {
      this.#expectUpdate(subscriber, 'updated_time_zone', {
        value: time_zone,
        previous_value: subscriber.time_zone,
      });
      subscriber.time_zone = time_zone;
    }
    if (change.lifetime_value !== undefined) this.setLifetimeValue(subscriber, change.lifetime_value, source);
    if (first_name !== undefined && first_name !== null) subscriber.first_name = first_name || undefined;
    subscriber.initial_status = initial_status ?? subscriber.initial_status;
    for (const [identifier, given] of Object.entries(custom_fields)) {
      const value = given === null || given === '' ? null : String(given);
      this.#setField(subscriber, identifier, value, source);
    }
  }

  setLifetimeValue(subscriber: Subscriber, value: number, source: string): void {
    const previous_value = subscriber.lifetime_value;
    subscriber.lifetime_value = value;
    if (value !== previous_value) {
      this.#expectUpdate(subscriber, 'updated_lifetime_value', { value, previous_value, source });
    }
  }

  #setField(subscriber: Subscriber, identifier: string, value: string | null, source: string): void {
    const previous_value = subscriber.custom_fields.get(identifier) ?? null;
    if (value === null) subscriber.custom_fields.delete(identifier);
    else subscriber.custom_fields.set(identifier, value);
    if (value !== null && !this.identifiers.includes(identifier)) this.identifiers.push(identifier);
    if (value === previous_value) return;
    this.#expectUpdate(subscriber, 'updated_custom_field', { identifier, value, previous_value, source });
  }

  #tag(subscriber: Subscriber, { tags = [], remove_tags = [] }: Change): void {
    for (const tag of tags) {
      if (tag === '' || subscriber.tags.includes(tag)) continue;
      subscriber.tags.push(tag);
      this.expectEvent(subscriber, 'applied_tag', { tag });
    }
    for (const tag of remove_tags) this.removeTag(subscriber, tag);
  }

  removeTag(subscriber: Subscriber, tag: string): void {
    if (!subscriber.tags.includes(tag)) return;
    subscriber.tags = subscriber.tags.filter((one) => one !== tag);
    this.expectEvent(subscriber, 'removed_tag', { tag });
  }

  /** Every subscriber matches the model, which also learns new ids here. */
  async verify(server: TestServer): Promise<void> {
    const { body } = await server.get('subscribers?status=all&per_page=1000');
    const shown = body.subscribers ?? [];
    for (const [i, subscriber] of this.subscribers.entries()) subscriber.id ??= shown[i]?.id;
    expect(shown.map(snapshot)).toEqual(this.subscribers.map(snapshot));
    const tags = (await server.get('tags')).body.tags;
    expect(tags).toEqual([...new Set(this.subscribers.flatMap((subscriber) => subscriber.tags))].sort());
    const { custom_field_identifiers } = (await server.get('custom_field_identifiers')).body;
    expect(custom_field_identifiers?.toSorted()).toEqual(this.identifiers.toSorted());
  }
}

/** The compared members of a subscriber. */
export function snapshot(record: Subscriber | Readonly<Record<string, unknown>>) {
  // The server uses the same names, except that custom fields are an object.
  const { id, email, status, tags, custom_fields, time_zone, lifetime_value, ...more } = record as Subscriber;
  const { created_at, user_id, first_name, initial_status } = more;
  const fields = custom_fields instanceof Map ? custom_fields : Object.entries(custom_fields);
  const always = { id, email, status, tags, fields: [...fields].sort(), time_zone, lifetime_value };
  return { ...always, created_at, user_id, first_name, initial_status };
}
