import { Socket } from 'node:net';
import pg from 'pg';
import { ServerClosed } from '../values/usage-errors.ts';
import { connectionSettings, outageOf, unreachable } from './postgres-driver.ts';
import { parameterOf, statementOf } from './postgres-statements.ts';
import type { Sql, Statements, Value } from './store.ts';

/** Statements do not wait for the disk. They record requests and count matches, of which a crash may undo the last ones. */
const SETTINGS = `select set_config('synchronous_commit', 'off', false)`;

/**
 * A server's own connection beside its pool. Each statement is committed by itself, so work within a transaction can wait
 * for it, and does not need a second connection of the pool.
 */
export class SideConnection implements Statements {
  readonly #url: string;
  #client: Promise<pg.Client> | undefined;
  #underWay = 0;
  #isClosed = false;

  constructor(url: string) {
    this.#url = url;
  }

  async get<Row>(sql: Sql, ...values: Value[]): Promise<Row | undefined> {
    return (await this.#query(sql, values)).rows[0] as Row | undefined; // the caller's statement determines the row
  }

  async all<Row>(sql: Sql, ...values: Value[]): Promise<Row[]> {
    return (await this.#query(sql, values)).rows as Row[];
  }

  async run(sql: Sql, ...values: Value[]): Promise<number> {
    return (await this.#query(sql, values)).rowCount ?? 0;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const client = await this.#client?.catch(() => undefined); // there is nothing to close
    await client?.end();
  }

  async #query(sql: Sql, values: readonly Value[]): Promise<pg.QueryResult> {
    const client = await this.#connect();
    if (this.#underWay++ === 0) socketOf(client)?.ref();
    try {
      return await client.query({ ...statementOf(sql), values: values.map(parameterOf) });
    } catch (error) {
      throw error instanceof pg.DatabaseError ? error : outageOf(error);
    } finally {
      if (--this.#underWay === 0) socketOf(client)?.unref(); // a server without a port does not keep its process alive
    }
  }

  #connect(): Promise<pg.Client> {
    if (this.#client === undefined) {
      const client = this.#open();
      const forget = () => {
        if (this.#client === client) this.#client = undefined;
      };
      this.#client = client;
      client.then((open) => open.once('end', forget), forget);
    }
    return this.#client;
  }

  async #open(): Promise<pg.Client> {
    if (this.#isClosed) throw unreachable(new ServerClosed());
    const client = new pg.Client(connectionSettings(this.#url));
    client.on('error', () => undefined); // the statements under way fail, and the next one connects again
    try {
      await client.connect();
      await client.query(SETTINGS);
      return client;
    } catch (error) {
      client.end().catch(() => undefined); // the first error says why
      throw unreachable(error);
    }
  }
}

function socketOf({ connection: { stream } }: pg.Client): Socket | undefined {
  return stream instanceof Socket ? stream : undefined;
}
