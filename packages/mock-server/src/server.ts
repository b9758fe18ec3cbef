import { createApp } from './http/app.ts';
import { defaultLimits, type LimitSettings } from './http/limits.ts';
import { type Listener, type ListenOptions, listen } from './http/listen.ts';
import { JobRunner } from './jobs/runner.ts';
import { type Readers, readersOf } from './readers.ts';
import { fillIn } from './seed/fill-in.ts';
import { plant } from './seed/plant.ts';
import type { Seed } from './seed/schema.ts';
import { validateSeed } from './seed/validate.ts';
import { listAccounts, listTokens } from './store/accounts.ts';
import { TABLES } from './store/schema.ts';
import { openSqlite } from './store/sqlite.ts';
import { dropAllLocks } from './store/subscriber-locks.ts';
import { type Clock, createIds, seededRandom, systemClock, systemRandom, type World } from './world.ts';

/** The seed of a server that is given none: one account, `9999999`, and its token. */
const emptySeed: Seed = {
  accounts: [
    {
      id: '9999999',
      name: 'Demo',
      url: 'https://demo.example',
      users: [{ email: 'owner@demo.example', name: 'Demo Owner', token: 'trickle_demo_token' }],
    },
  ],
};

/** Where a server that has not been told to listen says that it is. */
const IN_PROCESS_URL = 'http://trickle.localhost';

export interface ServerOptions {
  /**
   * What the server holds to start with. Default: account `9999999` with token `trickle_demo_token`, unless the
   * database has accounts already.
   */
  readonly seed?: Seed | undefined;
  /** The database file; it is made when it is not there. Default: in memory. */
  readonly db?: string | undefined;
  /** Tells the time. Default: the machine's clock. */
  readonly clock?: Clock | undefined;
  /** Makes ids the same in every run. Default: by chance. Not for a database file that is used again. */
  readonly randomSeed?: number | undefined;
  /** The longest request body in bytes. Default: 5 MB. */
  readonly bodyLimit?: number | undefined;
  /** How much a token may do; `false` for as much as it likes. Default: the interface's limits. */
  readonly limits?: Partial<LimitSettings> | false | undefined;
  /** Whether pages of any origin may call the server. Default: true. */
  readonly cors?: boolean | undefined;
  /** The server's address as its clients see it. Default: where the request was sent to. */
  readonly publicUrl?: string | undefined;
  /** Told of faults of the server itself, which answer 500. Default: `console.error`. */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

/** What `createClient` of the SDK needs to talk to a server without a port. */
export interface Connection {
  readonly baseUrl: string;
  readonly accountId: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
}

/** An account and the tokens of its users. */
export interface AccountSummary {
  readonly id: string;
  readonly tokens: readonly string[];
}

/** The reference server. */
export interface Server extends Readers, AsyncDisposable {
  /** How to reach the first account as its first user, without a port. */
  readonly connection: Connection;
  /** The accounts of the seed that were in the database already, and were left as they were. */
  readonly passedOver: readonly string[];
  /** Answers a request. */
  fetch(request: Request): Promise<Response>;
  /** Opens a port and tells the URL. */
  listen(options?: ListenOptions): Promise<string>;
  /** All accounts with their tokens. */
  accounts(): Promise<AccountSummary[]>;
  /** Does all background work that is due by the server's clock, and tells how many jobs that was. */
  settle(): Promise<number>;
  /** Forgets everything and plants the seed again. */
  reset(): Promise<void>;
  /** Closes the port and the database. */
  close(): Promise<void>;
}

/** Starts a reference server; it opens no port until `listen` is called. */
export async function createServer(options: ServerOptions = {}): Promise<Server> {
  const { randomSeed, clock = systemClock } = options;
  const baseUrl = new URL(options.publicUrl ?? IN_PROCESS_URL).origin; // a path is that of a proxy, which is passed by
  const newIds = (offset = 0) =>
    createIds(randomSeed === undefined ? systemRandom : seededRandom(randomSeed + offset));
  const seed = fillIn(options.seed === undefined ? emptySeed : validateSeed(options.seed), newIds(1));
  const store = openSqlite(options.db);
  const report = options.onFault ?? console.error;
  const jobs = new JobRunner(() => world, report);
  let world: World = { clock, store, ids: newIds(), jobs };
  const passedOver = await plantFirst(world, seed, options.seed !== undefined);
  await store.write(dropAllLocks);
  jobs.poke();
  const newApp = () =>
    createApp({
      world,
      bodyLimit: options.bodyLimit ?? 5_000_000,
      cors: options.cors ?? true,
      publicUrl: options.publicUrl?.replace(/\/$/, ''),
      limits: options.limits === false ? undefined : { ...defaultLimits, ...options.limits },
      report,
    });
  let app = newApp();
  let listener: Promise<Listener> | undefined;
  const answer = (request: Request) => app(request);
  const [first] = await summaries(world);
  const firstId = first?.id ?? '';

  const server: Server = {
    passedOver,
    connection: {
      baseUrl,
      accountId: firstId,
      apiKey: first?.tokens[0] ?? '',
      fetch: (input, init) => answer(new Request(input, init)),
    },
    fetch: answer,
    async listen(where = {}) {
      if (listener !== undefined) throw new Error(`This server listens already, at ${(await listener).url}.`);
      listener = listen(answer, where);
      try {
        return (await listener).url;
      } catch (error) {
        listener = undefined;
        throw error;
      }
    },
    accounts: () => summaries(world),
    settle: () => jobs.settle(),
    ...readersOf(store, firstId),
    async reset() {
      await store.write(async (tx) => {
        for (const table of TABLES) await tx.run(`delete from ${table}`);
      });
      world = { clock, store, ids: newIds(), jobs };
      app = newApp();
      await plant(world, seed);
    },
    async close() {
      await (await listener)?.close();
      listener = undefined;
      await jobs.stop();
      await store.close();
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
  return server;
}

/** Plants the seed of a server that starts; closes the database when that fails. */
async function plantFirst(world: World, seed: Seed, isGiven: boolean): Promise<string[]> {
  try {
    // A database in use does not get the demo account, whose token everybody knows, beside its own.
    const isInUse = (await world.store.read(listAccounts)).length > 0;
    return isGiven || !isInUse ? await plant(world, seed) : [];
  } catch (error) {
    await world.store.close();
    throw error;
  }
}

function summaries({ store }: World): Promise<AccountSummary[]> {
  return store.read(async (tx) => {
    const accounts: AccountSummary[] = [];
    for (const { id } of await listAccounts(tx)) accounts.push({ id, tokens: await listTokens(tx, id) });
    return accounts;
  });
}
