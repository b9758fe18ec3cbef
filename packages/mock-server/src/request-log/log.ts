import { type Bounds, RingBuffer } from './ring-buffer.ts';

/** How much is kept of the requests to each account, and of what happens in it. */
export interface RetentionSettings extends EventRetention {
  /** The most requests; the oldest are forgotten. Default 10,000. */
  readonly requests: number;
  /** The most characters of their bodies and warnings. Default 16,000,000. */
  readonly characters: number;
}

export const defaultRetention: RetentionSettings = {
  requests: 10_000,
  characters: 16_000_000,
  events: 100_000,
  outcomes: 100_000,
};

/** What is noted of a request while it is answered. */
export interface RequestEntry {
  /** Counts up over all accounts, in the order in which requests came. */
  readonly seq: number;
  /** Milliseconds since 1970, by the clock of the server itself. */
  readonly at: number;
  readonly method: string;
  /** As it was sent, still encoded. */
  readonly path: string;
  readonly query: string;
  /** The account whose request it is; empty where it is none's, or the token had no place on it. */
  accountId: string;
  /** As in `subscribers.upsert`; undefined where no operation of the interface is at the path. */
  operation: string | undefined;
  /** The text of the body, as far as it was read. */
  body: string;
  /** Undefined where there was no answer, since a fault dropped the connection. */
  status: number | undefined;
  /** Why it was refused. */
  problem: string | undefined;
  /** What was let pass and may be a mistake. */
  warnings: readonly string[];
  /** The fault that was put in its way. */
  faultId: string | undefined;
  size: number;
}

/** What every request begins with. */
export type Arrival = Pick<RequestEntry, 'at' | 'method' | 'path' | 'query'>;

/** The newest requests to each account, in memory. */
export class RequestLog {
  readonly #bounds: Bounds;
  readonly #rings = new Map<string, RingBuffer<RequestEntry>>();
  readonly #listeners = new Set<(entry: RequestEntry) => void>();
  #seq = 0;

  constructor({ requests, characters }: Pick<RetentionSettings, 'requests' | 'characters'>) {
    this.#bounds = { count: requests, size: characters };
  }

  /** Opens the note of a request that has come. */
  open({ at, method, path, query }: Arrival): RequestEntry {
    return {
      seq: ++this.#seq,
      at,
      method,
      path,
      query,
      accountId: '',
      operation: undefined,
      body: '',
      status: undefined,
      problem: undefined,
      warnings: [],
      faultId: undefined,
      size: 0,
    };
  }

  /** Keeps the note of a request that was answered. */
  file(entry: RequestEntry): void {
    entry.size = entry.warnings.reduce((sum, { length }) => sum + length, entry.body.length);
    this.#ringOf(entry.accountId).add(entry);
    for (const listener of this.#listeners) listener(entry);
  }

  /** The requests to an account, or to all, in the order in which they came. */
  entries(accountId?: string): RequestEntry[] {
    const rings = accountId === undefined ? [...this.#rings.values()] : [this.#rings.get(accountId)];
    return rings.flatMap((ring) => ring?.values() ?? []).sort((one, other) => one.seq - other.seq);
  }

  /** Calls `look` with every request that is answered from now on; tells how to end that. */
  subscribe(listener: (entry: RequestEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Forgets the requests to an account, or all. */
  clear(accountId?: string): void {
    if (accountId === undefined) this.#rings.clear();
    else this.#rings.delete(accountId);
  }

  /** Puts back what `notes` told. */
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

/** How many of an account's records of what happened are kept at least: the newest; of more, soon no more. */
export interface EventRetention {
  /** What happened to people, as webhooks are told. Default 100,000. */
  readonly events: number;
  /** What became of records that were accepted for the background. Default 100,000. */
  readonly outcomes: number;
}
