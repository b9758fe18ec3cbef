import { Listeners } from '../../shared/platform/notifier.ts';
import { mapInTurns } from '../../shared/platform/timers.ts';
import { NO_ACCOUNT, type Store } from '../../store/engine/store.ts';
import {
  deleteRequestEntries,
  findRequestEntry,
  insertRequestEntry,
  listRequestEntries,
  type NumberedRequest,
  pruneRequestEntries,
  type RequestBounds,
  type RequestRow,
  restoreRequestEntries,
} from '../../store/tables/request-entries.ts';
import {
  type Arrival,
  newEntry,
  type RequestEntry,
  type RequestLog,
  type RetentionSettings,
  sizeOf,
} from './log.ts';
import { redactedHeaders } from './redacted-headers.ts';

/** The share of an account's bounds after which a server prunes what it has added. Readers see the exact bounds. */
const PRUNE_SHARE = 0.1;

/** The most entries that a server keeps in memory while the database is away. */
const MAX_UNSENT = 1000;

export interface SharedLogSettings extends Pick<RetentionSettings, 'requests' | 'characters'> {
  /** Makes the ids of a server unique. */
  readonly prefix: string;
  readonly report: (error: unknown) => void;
}

/**
 * The request log of servers that share a database. A request is stored before it is answered, so every server finds all
 * requests that were answered before. Its number is that of its response, not of its arrival.
 */
// Unspecified: U-243
export class RequestLogInTables implements RequestLog {
  readonly #store: Store;
  readonly #settings: SharedLogSettings;
  readonly #bounds: RequestBounds;
  readonly #listeners = new Listeners<[entry: RequestEntry]>();
  readonly changes = new Listeners<[accountId: string | undefined]>();
  /** The entries that each account got since it was last pruned. */
  readonly #added = new Map<string, RequestBounds>();
  /** The entries that the database did not take while it was away. */
  #unsent: RequestEntry[] = [];
  #sending: Promise<void> | undefined;
  #count = 0;

  constructor(store: Store, settings: SharedLogSettings) {
    this.#store = store;
    this.#settings = settings;
    this.#bounds = { count: settings.requests, size: settings.characters };
  }

  open(arrival: Arrival): RequestEntry {
    return newEntry(`${this.#settings.prefix}-${++this.#count}`, 0, arrival);
  }

  async file(entry: RequestEntry): Promise<void> {
    entry.size = sizeOf(entry);
    if (this.#unsent.length > 0 || !(await this.#insert(entry))) {
      this.#unsent = [...this.#unsent, entry].slice(-MAX_UNSENT);
      void this.#send(); // not awaited, since the database may be away
    }
    this.#listeners.notify(entry);
    this.changes.notify(entry.accountId);
  }

  async entries(accountId?: string): Promise<RequestEntry[]> {
    if (this.#unsent.length > 0) await this.#send();
    const rows = await this.#store.read((tx) => listRequestEntries(tx, accountId), NO_ACCOUNT);
    return mapInTurns(withinBounds(rows, this.#bounds), entryOf);
  }

  async find(id: string, accountId?: string): Promise<RequestEntry | undefined> {
    const row = await this.#store.read((tx) => findRequestEntry(tx, id, accountId), NO_ACCOUNT);
    return row && entryOf(row);
  }

  subscribe(listener: (entry: RequestEntry) => void): () => void {
    return this.#listeners.subscribe(listener);
  }

  async clear(accountId?: string): Promise<void> {
    this.#unsent = this.#unsent.filter((entry) => accountId !== undefined && entry.accountId !== accountId);
    await deleteRequestEntries(this.#store.autocommit, accountId);
    this.changes.notify(accountId);
  }

  async restore(entries: readonly RequestEntry[], accountId?: string): Promise<void> {
    await this.#store.write(async (tx) => {
      await deleteRequestEntries(tx, accountId);
      await restoreRequestEntries(
        tx,
        entries.map((entry) => ({ ...rowOf(entry), seq: entry.seq })),
      );
    }, accountId);
    this.changes.notify(accountId);
  }

  /** Stores an entry, which gets its number. Returns whether the database took it. */
  async #insert(entry: RequestEntry): Promise<boolean> {
    try {
      entry.seq = await insertRequestEntry(this.#store.autocommit, rowOf(entry));
    } catch (error) {
      this.#settings.report(error);
      return false;
    }
    this.#prune(entry);
    return true;
  }

  /** Stores the entries that are left, oldest first, until one fails. */
  #send(): Promise<void> {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    for (let [first] = this.#unsent; first !== undefined; [first] = this.#unsent) {
      if (!(await this.#insert(first))) return;
      this.#unsent = this.#unsent.filter((entry) => entry !== first);
    }
  }

  /** Prunes an account from time to time. */
  #prune({ accountId, size }: RequestEntry): void {
    const before = this.#added.get(accountId) ?? { count: 0, size: 0 };
    const added = { count: before.count + 1, size: before.size + size };
    this.#added.set(accountId, added);
    const { count, size: characters } = this.#bounds;
    if (added.count < count * PRUNE_SHARE && added.size < characters * PRUNE_SHARE) return;
    this.#added.delete(accountId);
    pruneRequestEntries(this.#store.autocommit, accountId, this.#bounds).catch(() => undefined); // done again later
  }
}

type Headers = Readonly<Record<string, string>>;

/** The members of an entry that a row stores as JSON. */
interface Rest extends Omit<RequestEntry, 'seq' | 'requestHeaders' | 'response' | keyof RequestRow> {
  readonly requestHeaders: Headers;
  readonly response?: { readonly headers: Headers; readonly isTruncated: boolean } | undefined;
}

/** An entry as a row, without the credentials in its headers. */
function rowOf({ seq: _, requestHeaders, response, ...entry }: RequestEntry): RequestRow {
  const row: RequestRow & Rest = {
    ...entry,
    requestHeaders: redactedHeaders(requestHeaders),
    responseBody: response?.body ?? null,
    ...(response && {
      response: { headers: redactedHeaders(response.headers), isTruncated: response.isTruncated },
    }),
  };
  return row;
}

function entryOf(row: NumberedRequest): RequestEntry {
  const { responseBody, response, ...stored } = row as NumberedRequest & Rest; // `rowOf` stored it
  const entry = { ...stored, requestHeaders: Object.entries(stored.requestHeaders).flat() };
  return {
    ...newEntry(row.id, row.seq, entry), // JSON leaves out undefined members
    ...entry,
    response: response && { ...response, body: responseBody ?? undefined },
  };
}

/** The newest rows of each account, within its limits, in the same order. */
function withinBounds<Row extends RequestRow>(rows: readonly Row[], { count, size }: RequestBounds): Row[] {
  const totals = new Map<string, RequestBounds>();
  const kept = rows.toReversed().filter((row) => {
    const newer = totals.get(row.accountId) ?? { count: 0, size: 0 };
    const total = { count: newer.count + 1, size: newer.size + row.size };
    totals.set(row.accountId, total);
    return total.count === 1 || (total.count <= count && total.size <= size);
  });
  return kept.reverse();
}
