import pg from 'pg';
import { after } from '../../shared/platform/timers.ts';

/** Real milliseconds that a new connection and its question have to tell whether PostgreSQL can be reached. */
const PROBE_TIMEOUT = 5000;

/** A connection in use, and how many bytes had come over it at the last look. */
interface Used {
  readonly client: pg.PoolClient;
  bytes: number | undefined;
}

/**
 * Closes connections whose link is cut: a statement on one waits for a response that never comes, since Node.js gives
 * up only after the retries of TCP, which take a quarter of an hour. A connection in use that has been silent from one
 * look to the next is looked up on a new connection. It stays if its statement is still running.
 */
export class LinkWatch {
  readonly #settings: pg.ClientConfig;
  readonly #interval: number;
  readonly #used = new Set<Used>();
  #cancel: (() => void) | undefined;

  /** `settings`: those of a new connection. `interval`: real milliseconds between two looks. */
  constructor(settings: pg.ClientConfig, interval: number) {
    this.#settings = { ...settings, connectionTimeoutMillis: PROBE_TIMEOUT, query_timeout: PROBE_TIMEOUT };
    this.#interval = interval;
  }

  /** Watches a connection until the returned function is called. */
  watch(client: pg.PoolClient): () => void {
    const used: Used = { client, bytes: undefined };
    this.#used.add(used);
    this.#cancel ??= this.#lookLater();
    return () => void this.#used.delete(used);
  }

  end(): void {
    this.#cancel?.();
  }

  #lookLater(): () => void {
    return after(this.#interval, () => {
      this.#look()
        .catch(() => undefined) // looked up again
        .finally(() => {
          this.#cancel = this.#used.size === 0 ? undefined : this.#lookLater();
        });
    });
  }

  async #look(): Promise<void> {
    const silent = [...this.#used].filter((used) => used.bytes === bytesOf(used.client));
    for (const used of this.#used) used.bytes = bytesOf(used.client);
    if (silent.length === 0) return;
    const working = await this.#findWorking(silent.map(({ client }) => client));
    for (const { client, bytes } of silent) {
      if (bytes === bytesOf(client) && !working.has(client)) cut(client);
    }
  }

  /** The connections whose session runs a statement. None if PostgreSQL cannot be reached. */
  async #findWorking(clients: readonly pg.PoolClient[]): Promise<ReadonlySet<pg.PoolClient>> {
    const probe = new pg.Client(this.#settings);
    probe.on('error', () => undefined); // its statement fails
    try {
      await probe.connect();
      const sql = "select pid from pg_stat_activity where pid = any($1) and state not like 'idle%'";
      const { rows } = await probe.query<{ pid: number }>(sql, [clients.map(pidOf)]);
      const pids = new Set(rows.map(({ pid }) => pid));
      return new Set(clients.filter((client) => pids.has(pidOf(client))));
    } catch (error) {
      return error instanceof pg.DatabaseError ? new Set(clients) : new Set(); // PostgreSQL answered, if only with an error
    } finally {
      probe.connection.stream.destroy(); // its link may be cut too, so a clean end could wait forever
    }
  }
}

const isClient = (client: pg.PoolClient): client is pg.PoolClient & pg.Client => client instanceof pg.Client;

const bytesOf = (client: pg.PoolClient): number =>
  isClient(client) && 'bytesRead' in client.connection.stream
    ? Number(client.connection.stream.bytesRead)
    : 0;

/** The number of a connection's process in PostgreSQL, which the types of the driver lack. */
const pidOf = (client: pg.PoolClient): number => ('processID' in client ? Number(client.processID) : 0);

function cut(client: pg.PoolClient): void {
  if (isClient(client)) client.connection.stream.destroy(new Error('PostgreSQL no longer answers'));
}
