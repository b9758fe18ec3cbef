import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createServer, type ServerOptions } from '../../src/index.ts';
import { boatShop } from '../boat-shop.ts';
import { TestServer } from '../harness.ts';
import { CuttingProxy } from './cutting-proxy.ts';
import { databases } from './databases.ts';

type Three = [TestServer, TestServer, TestServer];

/** Servers of databases of the run, which end together. */
class SeveralServers {
  readonly #opened: TestServer[] = [];
  readonly #proxies: CuttingProxy[] = [];

  /** The URL of a new database. */
  async newDatabase(): Promise<string> {
    return databases.url(await databases.create());
  }

  /** Runs a query on a database. */
  rows(db: string, query: string): Promise<Readonly<Record<string, unknown>>[]> {
    return databases.run(query, new URL(db.replace('@/', '@localhost/')).pathname.slice(1));
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
  async openThree(options: ServerOptions = {}): Promise<Three> {
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
}

/** Servers that end with each test of a suite. */
export function severalServers(): SeveralServers {
  const several = new SeveralServers();
  afterEach(() => several.closeAll());
  return several;
}

/** Three servers on one database, which each test of a suite finds as their seed says. */
export function threeServers() {
  const several = severalServers();
  const shared = new SeveralServers();
  const servers = [] as unknown as Three; // filled before the first test
  beforeAll(async () => void Object.assign(servers, await shared.openThree()));
  beforeEach(async () => {
    await servers[0].reset();
    await servers[0].forget();
  });
  afterAll(() => shared.closeAll());
  /** One of the servers, in turn. */
  const serverAt = (i: number) => servers[i % 3] as TestServer;
  return { several, servers, serverAt };
}
