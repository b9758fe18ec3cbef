import { Listeners } from '../../shared/platform/notifier.ts';
import {
  type Arrival,
  newEntry,
  type RequestEntry,
  type RequestLog,
  type RetentionSettings,
  sizeOf,
} from './log.ts';
import { type Bounds, RingBuffer } from './ring-buffer.ts';

/** The request log of a server that shares its database with no other. */
export class RequestLogInMemory implements RequestLog {
  readonly #bounds: Bounds;
  readonly #rings = new Map<string, RingBuffer<RequestEntry>>();
  readonly #listeners = new Listeners<[entry: RequestEntry]>();
  readonly changes = new Listeners<[accountId: string | undefined]>();
  readonly #prefix: string;
  #seq = 0;

  /** `prefix` makes the ids of this log unique. */
  constructor(
    { requests, characters }: Pick<RetentionSettings, 'requests' | 'characters'>,
    prefix = 'request',
  ) {
    this.#prefix = prefix;
    this.#bounds = { count: requests, size: characters };
  }

  open(arrival: Arrival): RequestEntry {
    const seq = ++this.#seq;
    return newEntry(`${this.#prefix}-${seq}`, seq, arrival);
  }

  file(entry: RequestEntry): undefined {
    entry.size = sizeOf(entry);
    this.#ringOf(entry.accountId).add(entry);
    this.#listeners.notify(entry);
    this.changes.notify(entry.accountId);
  }

  entries(accountId?: string): RequestEntry[] {
    const rings = accountId === undefined ? [...this.#rings.values()] : [this.#rings.get(accountId)];
    return rings.flatMap((ring) => ring?.values() ?? []).sort((left, right) => left.seq - right.seq);
  }

  find(id: string, accountId?: string): RequestEntry | undefined {
    const rings = accountId === undefined ? [...this.#rings.values()] : [this.#rings.get(accountId)];
    return rings.flatMap((ring) => ring?.values() ?? []).find((entry) => entry.id === id);
  }

  subscribe(listener: (entry: RequestEntry) => void): () => void {
    return this.#listeners.subscribe(listener);
  }

  clear(accountId?: string): void {
    if (accountId === undefined) this.#rings.clear();
    else this.#rings.delete(accountId);
  }

  restore(entries: readonly RequestEntry[], accountId?: string): void {
    this.clear(accountId);
    for (const entry of entries) this.#ringOf(entry.accountId).add(entry);
  }

  #ringOf(accountId: string): RingBuffer<RequestEntry> {
    let ring = this.#rings.get(accountId);
    if (!ring) {
      ring = new RingBuffer(this.#bounds);
      this.#rings.set(accountId, ring);
    }
    return ring;
  }
}
