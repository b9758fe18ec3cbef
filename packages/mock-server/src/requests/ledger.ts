import type { Kept } from '../world.ts';
import { type Bounds, Ring } from './ring.ts';

/** How much is kept of the requests to each account, and of what happens in it. */
export interface LedgerSettings extends Kept {
  /** The most requests; the oldest are forgotten. Default 10,000. */
  readonly requests: number;
  /** The most characters of their bodies and warnings. Default 16,000,000. */
  readonly characters: number;
}

export const defaultLedger: LedgerSettings = {
  requests: 10_000,
  characters: 16_000_000,
  events: 100_000,
  outcomes: 100_000,
};

/** What is noted of a request while it is answered. */
export interface Note {
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
  weight: number;
}

/** What every request begins with. */
export type Arrival = Pick<Note, 'at' | 'method' | 'path' | 'query'>;

/** The newest requests to each account, in memory. */
export class RequestLedger {
  readonly #bounds: Bounds;
  readonly #rings = new Map<string, Ring<Note>>();
  readonly #lookers = new Set<(note: Note) => void>();
  #seq = 0;

  constructor({ requests, characters }: Pick<LedgerSettings, 'requests' | 'characters'>) {
    this.#bounds = { count: requests, weight: characters };
  }

  /** Opens the note of a request that has come. */
  open({ at, method, path, query }: Arrival): Note {
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
      weight: 0,
    };
  }

  /** Keeps the note of a request that was answered. */
  file(note: Note): void {
    note.weight = note.warnings.reduce((sum, { length }) => sum + length, note.body.length);
    this.#ringOf(note.accountId).add(note);
    for (const look of this.#lookers) look(note);
  }

  /** The requests to an account, or to all, in the order in which they came. */
  notes(accountId?: string): Note[] {
    const rings = accountId === undefined ? [...this.#rings.values()] : [this.#rings.get(accountId)];
    return rings.flatMap((ring) => ring?.values() ?? []).sort((one, other) => one.seq - other.seq);
  }

  /** Calls `look` with every request that is answered from now on; tells how to end that. */
  subscribe(look: (note: Note) => void): () => void {
    this.#lookers.add(look);
    return () => void this.#lookers.delete(look);
  }

  /** Forgets the requests to an account, or all. */
  clear(accountId?: string): void {
    if (accountId === undefined) this.#rings.clear();
    else this.#rings.delete(accountId);
  }

  /** Puts back what `notes` told. */
  refill(notes: readonly Note[], accountId?: string): void {
    this.clear(accountId);
    for (const note of notes) this.#ringOf(note.accountId).add(note);
  }

  #ringOf(accountId: string): Ring<Note> {
    let ring = this.#rings.get(accountId);
    if (!ring) {
      ring = new Ring(this.#bounds);
      this.#rings.set(accountId, ring);
    }
    return ring;
  }
}
