import { Listeners } from '../../shared/platform/notifier.ts';
import type { MaybePromise } from '../../shared/values/maybe-promise.ts';
import { isSecretName } from '../../shared/values/secret-names.ts';
import type { RequestBounds } from '../../store/tables/request-entries.ts';

/** Retention limits per account. */
export interface RetentionSettings extends EventRetention {
  /** Maximum number of requests; the oldest are dropped. Default 10,000. */
  readonly requests: number;
  /** Maximum total length of their bodies, responses and warnings, in characters. Default 16,000,000. */
  readonly characters: number;
}

export const defaultRetention: RetentionSettings = {
  requests: 10_000,
  characters: 16_000_000,
  events: 100_000,
  outcomes: 100_000,
};

/** The limits that can reject a request: one of the hourly limits, a subscriber's lock, the limits of the page script. */
export const LIMIT_NAMES = ['individual', 'batch', 'records', 'subscriber', 'script', 'signups'] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

/** An entry of the request log, updated while the request is handled. */
export interface RequestEntry {
  /** Unique across restarts of the server. */
  readonly id: string;
  /** Sequence number across all accounts, in order of arrival. A log in the database knows it once the entry is filed. */
  seq: number;
  /** Milliseconds since 1970, by the server's own clock. */
  // Unspecified: U-191
  readonly at: number;
  readonly method: string;
  /** As sent, still encoded. */
  readonly path: string;
  /** Without the values of secrets. */
  readonly query: string;
  /** By reference, since most are never read: an object, or names and values in turn. */
  readonly requestHeaders: Headers | readonly string[];
  /** The account of the request; empty if the path names none or the token has no role on it. */
  accountId: string;
  /** For example `subscribers.upsert`; undefined if no operation matches the path. */
  operation: string | undefined;
  /** The body as text, as far as it was read. */
  body: string;
  /** Undefined if a fault dropped the connection. */
  status: number | undefined;
  /** The reason for rejection. */
  problem: string | undefined;
  /** The limit that rejected the request. */
  limit: LimitName | undefined;
  /** Possible mistakes that were accepted. */
  warnings: readonly string[];
  /** The id of the injected fault. */
  faultId: string | undefined;
  /** The time of arrival on the account's own clock, if it has one. */
  accountAt: number | undefined;
  /** Real milliseconds until the response. */
  milliseconds: number | undefined;
  response: RecordedResponse | undefined;
  size: number;
}

/** The headers of a response, and its body as far as it was recorded. */
export interface RecordedResponse {
  readonly headers: Headers | Readonly<Record<string, string>>;
  /** Undefined for a stream or without a body. */
  readonly body: string | undefined;
  readonly isTruncated: boolean;
}

/** The properties known when a request arrives. */
export type Arrival = Pick<RequestEntry, 'at' | 'method' | 'path' | 'query' | 'requestHeaders'>;

/** A log of the newest requests to each account: in memory, or in the database that several servers share. */
export interface RequestLog {
  /** Notified with the account of each change of the log, as far as this server knows; undefined for all accounts. */
  readonly changes: Pick<Listeners<[accountId: string | undefined]>, 'subscribe'>;
  /** Opens an entry for a new request. */
  open(arrival: Arrival): RequestEntry;
  /** Stores the entry of a completed request. Returns when every server can find it; undefined if that is at once. */
  file(entry: RequestEntry): Promise<void> | undefined;
  /** Lists the entries of one account or of all, oldest first. */
  entries(accountId?: string): MaybePromise<RequestEntry[]>;
  /** Finds an entry by its id, of one account or of all. */
  find(id: string, accountId?: string): MaybePromise<RequestEntry | undefined>;
  /** Calls `listener` after each request to this server. Returns a function that unsubscribes. */
  subscribe(listener: (entry: RequestEntry) => void): () => void;
  /** Clears the entries of one account or of all. */
  clear(accountId?: string): MaybePromise<void>;
  /** Restores entries returned by `entries`. */
  restore(entries: readonly RequestEntry[], accountId?: string): MaybePromise<void>;
}

/** A new entry. The log numbers it. */
export const newEntry = (id: string, seq: number, arrival: Arrival): RequestEntry => ({
  id,
  seq,
  ...arrival,
  accountId: '',
  operation: undefined,
  body: '',
  status: undefined,
  problem: undefined,
  limit: undefined,
  warnings: [],
  faultId: undefined,
  accountAt: undefined,
  milliseconds: undefined,
  response: undefined,
  size: 0,
});

/** The characters of an entry that count toward the retention. */
export function sizeOf({ body, response, warnings }: RequestEntry): number {
  return warnings.reduce((sum, { length }) => sum + length, body.length + (response?.body?.length ?? 0));
}

/** Retention of an account's events and outcomes. At least this many of the newest are kept; older ones are pruned in batches. */
export interface EventRetention {
  /** Subscriber events as webhooks report them. Default 100,000. */
  readonly events: number;
  /** Outcomes of records accepted for background processing. Default 100,000. */
  readonly outcomes: number;
}

/** A query without the values of secrets. Everything else stays as it was sent. */
// Unspecified: U-189
export function redactedQuery(query: string): string {
  if (query === '') return query;
  const parts = query.split('&').map((part) => {
    const equals = part.indexOf('=');
    return equals > 0 && isSecretName(nameOf(part)) ? `${part.slice(0, equals)}=[redacted]` : part;
  });
  return parts.join('&');
}

/** A URL with such a query. */
export const redactedUrl = (url: string): string =>
  url.replace(/\?[^#]*/, (query) => `?${redactedQuery(query.slice(1))}`);

const nameOf = (pair: string): string => new URLSearchParams(pair).keys().next().value ?? '';

/** Keeps the newest items within bounds, and the newest regardless of its size. */
export class RingBuffer<Item extends { readonly size: number }> {
  readonly #bounds: RequestBounds;
  readonly #items: Item[] = [];
  #size = 0;

  constructor(bounds: RequestBounds) {
    this.#bounds = bounds;
  }

  add(item: Item): void {
    this.#items.push(item);
    this.#size += item.size;
    const { count, size } = this.#bounds;
    while (this.#items.length > count || (this.#size > size && this.#items.length > 1))
      this.#size -= this.#items.shift()?.size ?? 0; // takes constant time, up to 16,000 items
  }

  /** Lists the items, oldest first. */
  values(): Item[] {
    return [...this.#items];
  }
}

/** The request log of a server that shares its database with no other. */
export class RequestLogInMemory implements RequestLog {
  readonly #bounds: RequestBounds;
  readonly #rings = new Map<string, RingBuffer<RequestEntry>>();
  readonly #listeners = new Listeners<[entry: RequestEntry]>();
  readonly changes = new Listeners<[accountId: string | undefined]>();
  readonly #prefix: string;
  #seq = 0;

  /** `prefix` makes the ids of this log unique. */
  constructor({ requests, characters }: Pick<RetentionSettings, 'requests' | 'characters'>, prefix: string) {
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
    return this.#of(accountId).sort((left, right) => left.seq - right.seq);
  }

  find(id: string, accountId?: string): RequestEntry | undefined {
    return this.#of(accountId).find((entry) => entry.id === id);
  }

  #of(accountId: string | undefined): RequestEntry[] {
    const rings = accountId === undefined ? [...this.#rings.values()] : [this.#rings.get(accountId)];
    return rings.flatMap((ring) => ring?.values() ?? []);
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
    const ring = this.#rings.get(accountId) ?? new RingBuffer<RequestEntry>(this.#bounds);
    this.#rings.set(accountId, ring);
    return ring;
  }
}
