import { isObject } from '../../parse-json.ts';
import type { Journal, Place } from '../journal.ts';
import type { Json } from '../parts.ts';
import { type Groups, isGroupValue } from './groups.ts';
import type { Replaced, Workshop } from './subscriber-form.ts';

/** A subscriber of a campaign: the numbers of both, and the status there. */
export interface Membership {
  readonly subscriber: number;
  readonly campaign: string;
  readonly status: string;
}

/**
 * The subscribers that were read, numbered in the order of reading: where the journal has them, and what is counted about all
 * of them. It can be made again from the journal.
 */
export class Register {
  readonly journal: Journal;
  readonly workshop: Workshop;
  /** Numbers by rank. */
  readonly #numbers = new Map<string, number>();
  readonly #places: Place[] = [];
  readonly #refused = new Set<string>();
  readonly memberships: Membership[] = [];
  /** Details by the rank of the subscriber. */
  readonly details = new Map<string, Place>();

  constructor(journal: Journal, workshop: Workshop) {
    this.journal = journal;
    this.workshop = workshop;
  }

  /** The rank of a subscriber among all: a digest of the id, so that a sample is the same in every pull. */
  rankOf(id: string): string {
    return this.workshop.pseudonyms.hash.hash('rank', id).toString(36).padStart(13, '0');
  }

  /** All ranks, by number. */
  get ranks(): readonly string[] {
    return [...this.#numbers.keys()];
  }

  get size(): number {
    return this.#places.length;
  }

  /** Whether a subscriber was read. */
  has(rank: string): boolean {
    return this.#numbers.has(rank) || this.#refused.has(rank);
  }

  /** Notes a subscriber whom a seed would refuse. */
  async refuse(rank: string): Promise<void> {
    this.#refused.add(rank);
    await this.journal.append({ type: 'refused', rank });
  }

  /** Adds a subscriber. */
  async add(rank: string, status: string, { form, traces }: Replaced): Promise<void> {
    const line = { type: 'subscriber', rank, status, form, traces: encode(traces) };
    this.#number(rank, await this.journal.append(line));
    this.workshop.traces.add(traces);
  }

  /** Adds a subscriber to a campaign, unless they are not among those who were read. */
  async join(rank: string, campaign: string, status: string): Promise<void> {
    if (!this.#numbers.has(rank)) return;
    const line = { type: 'member', rank, campaign, status };
    await this.journal.append(line);
    this.#take(line);
  }

  /** Adds the details of a subscriber. */
  async addDetails(rank: string, { form, traces }: Replaced): Promise<void> {
    const line = { type: 'details', rank, form, traces: encode(traces), done: true };
    this.details.set(rank, await this.journal.append(line));
    this.workshop.traces.add(traces);
  }

  /** Takes a line of an earlier run. */
  retake(line: Json, place: Place): void {
    const { type, rank, traces } = line;
    if (type === 'subscriber') this.#number(String(rank), place);
    else if (type === 'refused') this.#refused.add(String(rank));
    else if (type === 'details') this.details.set(String(rank), place);
    else this.#take(line);
    if (typeof traces !== 'string') return;
    this.workshop.traces.add(decode(traces));
    recount(line.form, this.workshop.groups);
  }

  /** The subscriber with a number, as the journal has them. */
  async read(number: number): Promise<Json> {
    const place = this.#places[number];
    if (!place) throw new Error(`There is no subscriber ${number}.`);
    return await this.journal.read(place);
  }

  #take({ type, rank, campaign, status }: Json): void {
    const subscriber = this.#numbers.get(String(rank));
    if (type !== 'member' || subscriber === undefined) return;
    this.memberships.push({ subscriber, campaign: String(campaign), status: String(status) });
  }

  #number(rank: string, place: Place): void {
    this.#numbers.set(rank, this.#places.length);
    this.#places.push(place);
  }
}

/** Counts all values of a record of an earlier run. */
function recount(value: unknown, groups: Groups): void {
  if (isGroupValue(value)) groups.recount(value);
  else if (Array.isArray(value) || isObject(value))
    for (const item of Object.values(value)) recount(item, groups);
}

const encode = (traces: readonly bigint[]): string =>
  Buffer.from(BigUint64Array.from(traces).buffer).toString('base64');

function decode(text: string): bigint[] {
  const bytes = Buffer.from(text, 'base64');
  return Array.from({ length: bytes.length / 8 }, (_, i) => bytes.readBigUInt64LE(i * 8));
}
