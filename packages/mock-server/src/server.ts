import { type Applications, applicationsOf } from './applications.ts';
import { Ending } from './ending.ts';
import { type Engine, startEngine } from './engine.ts';
import { type Faces, facesOf } from './faces.ts';
import { createApp } from './http/app.ts';
import type { AnsweredRequest, Peer } from './http/attend.ts';
import { fetchInProcess } from './http/in-process.ts';
import { defaultLimits, type LimitSettings } from './http/limits.ts';
import { type Listener, type ListenOptions, listen } from './http/listen.ts';
import { checkArguments, guarded } from './options/guard.ts';
import { closeSignature, createServerSignature, serverSignatures } from './options/server-signatures.ts';
import type { LedgerSettings } from './requests/ledger.ts';
import type { Seed } from './seed/schema.ts';
import type { ClockSettings } from './server-clock.ts';
import type { NumberedEvent } from './store/domain-events.ts';
import { type AccountFace, accountFaceOf, summaries } from './tenant.ts';
import {
  type ClockChoice,
  type Duration,
  type Happenings,
  type TimeControl,
  timeControlOf,
} from './time-control.ts';
import { type WatchOptions, watchEvents } from './watch.ts';
import type { Clock } from './world.ts';

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
  /** Tells the time, and is moved by its owner alone: no timer follows it. Default: the machine's clock. */
  readonly clock?: Clock | undefined;
  /** What time it is to begin with, and how fast it goes. Default: as the clock, or as before a restart. */
  readonly time?: ClockSettings | undefined;
  /** Makes ids the same in every run. Default: by chance. Not for a database file that is used again. */
  readonly randomSeed?: number | undefined;
  /** The longest request body in bytes. Default: 5 MB. */
  readonly bodyLimit?: number | undefined;
  /** How much a token may do; `false` for as much as it likes. Default: the interface's limits. */
  readonly limits?: Partial<LimitSettings> | false | undefined;
  /** Asked for by the admin API, which then answers others than this machine as well. Default: none. */
  readonly adminPassword?: string | undefined;
  /** Whether pages of any origin may call the server. Default: true. */
  readonly cors?: boolean | undefined;
  /**
   * How much is kept of the requests to each account, and of what happens in it. Default: 10,000 requests of
   * 16,000,000 characters, 100,000 events and as many outcomes.
   */
  readonly ledger?: Partial<LedgerSettings> | undefined;
  /** A mail server that emails are sent on to, as in `smtp://localhost:1025`. Default: they stay in the outbox. */
  readonly smtp?: string | undefined;
  /** How webhooks are posted. `timeout`: real milliseconds that a receiver has for its answer; default 10,000. */
  readonly webhooks?: { readonly timeout?: number | undefined } | undefined;
  /** The server's address as its clients see it. Default: where the request was sent to. */
  readonly publicUrl?: string | undefined;
  /**
   * The proxies whose `X-Forwarded-For`, `-Host` and `-Proto` are believed: addresses, networks such as `10.0.0.0/8`,
   * `loopback` and `private`. Default: none.
   */
  readonly trustProxy?: readonly string[] | undefined;
  /** Whether a request that is not exact is refused with 422, where it gets warnings otherwise. Default: false. */
  readonly strict?: boolean | undefined;
  /** Whether webhooks and content requests to private and loopback addresses are refused. Default: false. */
  readonly denyPrivateTargets?: boolean | undefined;
  /** Called with each request once it is answered, requests to the admin API and pages included. */
  readonly onRequest?: ((request: AnsweredRequest) => void) | undefined;
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

/** The reference server. */
export interface Server extends Faces, AccountFace, AsyncDisposable {
  /** How to reach the first account as its first user, without a port. */
  readonly connection: Connection;
  /** The accounts of the seed that were in the database already, and were left as they were. */
  readonly passedOver: readonly string[];
  /** Answers a request. */
  fetch(request: Request): Promise<Response>;
  /** Opens a port and tells the URL. */
  listen(options?: ListenOptions): Promise<string>;
  /** Where the server is reached: its public URL, its port, or what stands for it in-process. */
  readonly url: string;
  /** What happens to people, as it happens, in order; it ends by `break`, by its signal, and with the server. */
  watch(options?: WatchOptions): AsyncGenerator<NumberedEvent, void>;
  /** Reads, holds and moves the server's clock. */
  readonly time: TimeControl;
  /** The same as `time.advance`. */
  advance(duration: Duration, choice?: ClockChoice): Promise<Happenings>;
  /**
   * Does all background work that is due by the server's clock, and tells how many jobs that was; with an account,
   * only waits for the work of that one.
   */
  settle(choice?: { readonly accountId?: string | undefined }): Promise<number>;
  /** The applications of OAuth. */
  readonly applications: Applications;
  /** Forgets everything and plants the seed again. */
  reset(): Promise<void>;
  /**
   * Takes nothing more, finishes the requests and jobs under way, and closes port and database. Called again, the
   * shorter time counts.
   */
  close(options?: CloseOptions): Promise<void>;
}

/** How a server is closed. */
export interface CloseOptions {
  /** How many real milliseconds requests and jobs under way have to finish; then they are given up. Default 1000. */
  readonly within?: number | undefined;
}

/** Starts a reference server; it opens no port until `listen` is called. */
export async function createServer(options: ServerOptions = {}): Promise<Server> {
  checkArguments('createServer', createServerSignature, [options]);
  const ownUrl = new URL(options.publicUrl ?? IN_PROCESS_URL).origin; // a path is that of a proxy, which is passed by
  const publicUrl = options.publicUrl?.replace(/\/$/, '');
  let listener: Listener | undefined;
  const engine = await startEngine(options, emptySeed, () => publicUrl ?? listener?.url ?? IN_PROCESS_URL);
  const { store, worlds, jobs, faults, passedOver, closing } = engine;
  const ending = new Ending();
  const newApp = () => appOf(engine, options, publicUrl, () => server);
  let app = newApp();
  let opening: Promise<Listener> | undefined;
  const answer = (request: Request, peer?: Peer) => ending.whileOpen(() => app(request, peer));
  const [first] = await summaries(store);
  const firstId = first?.id ?? '';
  const time = timeControlOf(() => worlds, jobs);

  const isClosed = () => ending.isClosed;
  const face: Server = {
    passedOver,
    connection: {
      baseUrl: ownUrl,
      accountId: firstId,
      apiKey: first?.tokens[0] ?? '',
      fetch: (input, init) => fetchInProcess(answer, new Request(input, init), () => !faults.isEmpty),
    },
    fetch: (request) => answer(request),
    async listen(where = {}) {
      if (opening !== undefined) throw new Error(`This server listens already, at ${(await opening).url}.`);
      opening = listen(answer, where);
      try {
        listener = await opening;
        return listener.url;
      } catch (error) {
        opening = undefined;
        throw error;
      }
    },
    get url() {
      return worlds.shared.baseUrl();
    },
    watch: (watchOptions = {}) => watchEvents(engine, watchOptions),
    time,
    advance: time.advance,
    async settle({ accountId } = {}) {
      const before = jobs.done;
      await (accountId === undefined ? jobs.settle() : jobs.settleScope({ accountId }));
      return jobs.done - before;
    },
    applications: applicationsOf(() => worlds.shared),
    ...facesOf(engine, firstId),
    ...accountFaceOf(engine, () => ({ connection: face.connection, time, settle: face.settle, isClosed })),
    async reset() {
      await engine.reset();
      app = newApp();
    },
    async close(closeOptions = {}) {
      checkArguments('close', closeSignature, [closeOptions]);
      await ending.close(closeOptions.within, async (force) => {
        closing.abort();
        await Promise.all([(await opening)?.close(force), ending.settled()]);
        await engine.close(force);
      });
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
  const server: Server = guarded(face, serverSignatures, { isClosed, accounts: engine.accounts });
  return server;
}

/** The whole server as a function from a request to its answer. */
const appOf = (
  { worlds, ledger, faults, closing, report }: Engine,
  options: ServerOptions,
  publicUrl: string | undefined,
  server: () => Server,
) =>
  createApp({
    world: worlds.shared,
    bodyLimit: options.bodyLimit ?? 5_000_000,
    cors: options.cors ?? true,
    admin: { server, password: options.adminPassword || undefined },
    publicUrl,
    trustProxy: options.trustProxy,
    strict: options.strict ?? false,
    limits: options.limits === false ? undefined : { ...defaultLimits, ...options.limits },
    report,
    ledger,
    faults,
    closing: closing.signal,
    onRequest: options.onRequest,
  });
