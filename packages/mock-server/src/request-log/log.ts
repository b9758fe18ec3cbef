import { type Bounds, RingBuffer } from './ring-buffer.ts';

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
  /** Sequence number across all accounts, in order of arrival. */
  readonly seq: number;
  /** Milliseconds since 1970, by the server's own clock. */
  // Unspecified: U-191
  readonly at: number;
  readonly method: string;
  /** As sent, still encoded. */
  readonly path: string;
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

/** An in-memory log of the newest requests to each account. */
export class RequestLog {
  readonly #bounds: Bounds;
  readonly #rings = new Map<string, RingBuffer<RequestEntry>>();
  readonly #listeners = new Set<(entry: RequestEntry) => void>();
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

  /** Opens an entry for a new request. */
  open({ at, method, path, query, requestHeaders }: Arrival): RequestEntry {
    const seq = ++this.#seq;
    return {
      id: `${this.#prefix}-${seq}`,
      seq,
      at,
      method,
      path,
      query,
      requestHeaders,
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
    };
  }

  /** Stores the entry of a completed request. */
  file(entry: RequestEntry): void {
    const bodies = entry.body.length + (entry.response?.body?.length ?? 0);
    entry.size = entry.warnings.reduce((sum, { length }) => sum + length, bodies);
    this.#ringOf(entry.accountId).add(entry);
    for (const listener of this.#listeners) listener(entry);
  }

  /** Lists the entries of one account or of all, oldest first. */
  entries(accountId?: string): RequestEntry[] {
    const rings = accountId === undefined ? [...this.#rings.values()] : [this.#rings.get(accountId)];
    return rings.flatMap((ring) => ring?.values() ?? []).sort((one, other) => one.seq - other.seq);
  }

  /** Finds an entry by its id, of one account or of all. */
  find(id: string, accountId?: string): RequestEntry | undefined {
    const rings = accountId === undefined ? [...this.#rings.values()] : [this.#rings.get(accountId)];
    return rings.flatMap((ring) => ring?.values() ?? []).find((entry) => entry.id === id);
  }

  /** Calls `listener` after each request. Returns a function that unsubscribes. */
  subscribe(listener: (entry: RequestEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Clears the entries of one account or of all. */
  clear(accountId?: string): void {
    if (accountId === undefined) this.#rings.clear();
    else this.#rings.delete(accountId);
  }

  /** Restores entries returned by `entries`. */
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

/**
 * Retention of an account's events and outcomes. At least this many of the newest are kept; older ones are pruned in
 * batches.
 */
export interface EventRetention {
  /** Subscriber events as webhooks report them. Default 100,000. */
  readonly events: number;
  /** Outcomes of records accepted for background processing. Default 100,000. */
  readonly outcomes: number;
}
