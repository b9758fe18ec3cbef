import pg from 'pg';
import { createServer, type ServerOptions } from '../../src/index.ts';
import { boatShop } from '../boat-shop.ts';
import { TestServer } from '../harness.ts';
import { PostgresCluster } from './cluster.ts';
import { CuttingProxy } from './cutting-proxy.ts';

/** Servers of one or more databases, which end together. */
export class SeveralServers implements AsyncDisposable {
  readonly cluster: PostgresCluster;
  readonly #opened: TestServer[] = [];
  readonly #proxies: CuttingProxy[] = [];
  #count = 0;

  private constructor(cluster: PostgresCluster) {
    this.cluster = cluster;
  }

  static async start(): Promise<SeveralServers> {
    return new SeveralServers(await PostgresCluster.start());
  }

  /** The URL of a new database. */
  async newDatabase(): Promise<string> {
    const name = `several_${++this.#count}`;
    await this.cluster.run(`create database ${name}`);
    return this.cluster.url(name);
  }

  /** Runs a query on a database. */
  async rows(db: string, query: string): Promise<Readonly<Record<string, unknown>>[]> {
    const client = new pg.Client({ connectionString: db });
    await client.connect();
    try {
      return (await client.query(query)).rows;
    } finally {
      await client.end();
    }
  }

  /** Puts a proxy before a database, until all servers are closed. */
  async proxy(db: string): Promise<CuttingProxy> {
    const proxy = await new CuttingProxy(db).listen();
    this.#proxies.push(proxy);
    return proxy;
  }

  /** Opens a server on a database. */
  async open(db: string, options: ServerOptions = {}): Promise<TestServer> {
    const errors: unknown[] = [];
    const server = await createServer({
      seed: boatShop(),
      db,
      limits: false,
      onError: (error) => errors.push(error),
      ...options,
    });
    const clock = { now: () => server.time.now().getTime(), set: () => undefined } as never; // these servers have their own
    const fetcher = (request: Request) => server.fetch(request);
    const opened = new TestServer(server, { url: 'http://trickle.localhost', fetcher, clock, errors });
    this.#opened.push(opened);
    return opened;
  }

  /** Opens three servers on a new database. */
  async openThree(options: ServerOptions = {}): Promise<[TestServer, TestServer, TestServer]> {
    const db = await this.newDatabase();
    return [await this.open(db, options), await this.open(db, options), await this.open(db, options)];
  }

  /** Closes all servers. Fails if one has reported an error. */
  async closeAll(): Promise<void> {
    const endings = this.#opened.splice(0).map((server) => server[Symbol.asyncDispose]());
    const ended = await Promise.allSettled(endings);
    for (const proxy of this.#proxies.splice(0)) await proxy[Symbol.asyncDispose]();
    const failures = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    if (failures.length > 0) throw failures[0];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.closeAll();
    await this.cluster[Symbol.asyncDispose]();
  }
}
