import { Socket } from 'node:net';
import pg from 'pg';
import { after } from '../../shared/platform/timers.ts';
import { ServerClosed } from '../../shared/values/errors.ts';
import { Announcer } from './announcer.ts';
import {
  CONNECT_TIMEOUT,
  connectionSettings,
  outageOf,
  type PostgresTimes,
  refusalOf,
  unreachable,
} from './postgres-driver.ts';
import { parameterOf, statementOf } from './postgres-statements.ts';
import type { ChangeKind, Sql, Statements, StoredRow, Target, Value } from './store.ts';

/** Statements do not wait for the disk. They record requests and count matches, of which a crash may undo the last ones. */
const SETTINGS = `select set_config('synchronous_commit', 'off', false)`;

/** The channel on which servers tell each other about their changes. */
const CHANNEL = 'trickle_changes';

/** Real milliseconds until a lost connection is opened again: the first wait, which doubles, and the longest. */
const [FIRST_WAIT, MAX_WAIT] = [100, 5000];

export interface NewsListener {
  onNews(text: string): void;
  /** Called after an outage, in which announcements may have been missed. */
  onGap(): void;
}

/**
 * A server's own connection beside its pool, which also listens to other servers. Each statement is committed by itself,
 * so work within a transaction can wait for it, and does not need a second connection of the pool.
 */
export class SideConnection implements Statements {
  readonly #url: string;
  readonly #times: PostgresTimes;
  #client: Promise<pg.Client> | undefined;
  #listener: NewsListener | undefined;
  /** Whether the listener has had a connection before. */
  #hasListened = false;
  #wait = FIRST_WAIT;
  #cancelWait = () => {};
  #underWay = 0;
  #isClosed = false;

  readonly announcer = new Announcer(async (text) => {
    await this.#query('select pg_notify(?, ?)', [CHANNEL, text]);
  });

  /** Why statements that change rows are refused; undefined if they are not. */
  refusal: Error | undefined;

  constructor(url: string, times: PostgresTimes) {
    this.#url = url;
    this.#times = times;
  }

  async get<Row>(sql: Sql, ...values: Value[]): Promise<Row | undefined> {
    return (await this.#query(sql, values)).rows[0] as Row | undefined; // the caller's statement determines the row
  }

  async all<Row>(sql: Sql, ...values: Value[]): Promise<Row[]> {
    return (await this.#query(sql, values)).rows as Row[];
  }

  async change(target: Target, _kind: ChangeKind, sql: Sql, values: readonly Value[]): Promise<number> {
    if (this.refusal) throw this.refusal;
    const { rowCount } = await this.#query(sql, values);
    if (rowCount) this.#announce(target);
    return rowCount ?? 0;
  }

  async insertReturning(target: Target, sql: Sql, values: readonly Value[]): Promise<StoredRow> {
    if (this.refusal) throw this.refusal;
    const { rows } = await this.#query(sql, values);
    this.#announce(target);
    return rows[0];
  }

  /** Listens to other servers from now on, and connects again whenever the connection is lost. */
  listen(listener: NewsListener): void {
    if (this.#listener !== undefined) return;
    this.#listener = listener;
    if (this.#client === undefined) this.#connectInBackground();
    else this.#client.then((client) => this.#listenWith(client)).catch(() => undefined); // the connection is lost
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.announcer.end();
    this.#cancelWait();
    const client = await this.#client?.catch(() => undefined); // there is nothing to close
    await client?.end();
  }

  #announce({ table, accountId }: Target): void {
    this.announcer.add(accountId || undefined, [table]);
  }

  async #query(sql: Sql, values: readonly Value[]): Promise<pg.QueryResult> {
    const client = await this.#connect();
    if (this.#underWay++ === 0) socketOf(client)?.ref();
    try {
      return await client.query({ ...statementOf(sql), values: values.map(parameterOf) });
    } catch (error) {
      if (error instanceof pg.DatabaseError) throw refusalOf(error);
      client.connection.stream.destroy(); // without a response in time, none can be expected of this connection
      throw outageOf(error);
    } finally {
      if (--this.#underWay === 0) socketOf(client)?.unref(); // a server without a port does not keep its process alive
    }
  }

  #connectInBackground(): void {
    this.#connect().catch(() => undefined); // tried again later
  }

  #connectLater(): void {
    if (this.#isClosed || this.#listener === undefined) return;
    this.#cancelWait();
    this.#cancelWait = after(this.#wait, () => this.#connectInBackground());
    this.#wait = Math.min(MAX_WAIT, this.#wait * 2);
  }

  #connect(): Promise<pg.Client> {
    if (this.#client === undefined) {
      const client = this.#open();
      const forget = () => {
        if (this.#client !== client) return;
        this.#client = undefined;
        this.#connectLater();
      };
      this.#client = client;
      client.then((open) => open.once('end', forget), forget);
    }
    return this.#client;
  }

  async #open(): Promise<pg.Client> {
    if (this.#isClosed) throw unreachable(new ServerClosed());
    const client = new pg.Client({
      ...connectionSettings(this.#url, this.#times),
      application_name: 'trickle-server listening',
      query_timeout: CONNECT_TIMEOUT,
    });
    client.on('error', () => undefined); // the statements under way fail, and the next one connects again
    try {
      await client.connect();
      await client.query(SETTINGS);
      await this.#listenWith(client);
    } catch (error) {
      client.end().catch(() => undefined); // the first error says why
      throw unreachable(error);
    }
    this.#wait = FIRST_WAIT;
    if (this.#underWay === 0) socketOf(client)?.unref();
    return client;
  }

  async #listenWith(client: pg.Client): Promise<void> {
    const listener = this.#listener;
    if (listener === undefined) return;
    const { rows } = await client.query('select pg_backend_pid() as own');
    client.on('notification', ({ processId, payload = '' }) => {
      if (processId !== rows[0]?.own) listener.onNews(payload);
    });
    await client.query(`listen ${CHANNEL}`);
    if (this.#hasListened) listener.onGap();
    this.#hasListened = true;
  }
}

function socketOf({ connection: { stream } }: pg.Client): Socket | undefined {
  return stream instanceof Socket ? stream : undefined;
}
