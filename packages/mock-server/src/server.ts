import { checkArguments, guarded } from './admin/arguments.ts';
import type { AdminSettings } from './admin/http/answer.ts';
import { listSummaries } from './admin/operations/accounts.ts';
import { timeOf } from './admin/operations/clock.ts';
import type { Runtime } from './admin/runtime.ts';
import type { Scope } from './admin/scope.ts';
import {
  type CloseOptions,
  closeSignature,
  type Server,
  serverFunctions,
  serverSignatures,
} from './admin/server-control.ts';
import { watchEvents } from './admin/watch.ts';
import { answerOperations, Readiness } from './api/health.ts';
import type { Peer } from './api/http/address.ts';
import { AdminAccess } from './api/http/admin-access.ts';
import { defaultLimits, Updates } from './api/http/limits.ts';
import { type ListenOptions, Port } from './api/http/port.ts';
import type { RequestHandler } from './api/http/record-request.ts';
import { createApp } from './app.ts';
import { handlers } from './jobs/handlers/index.ts';
import { createInstruments, type Instruments } from './observe/instruments.ts';
import { createServerSignature, type ServerOptions } from './options.ts';
import { startRuntime } from './runtime.ts';
import type { Seed } from './seed/schema.ts';
import { after, defer, pause } from './shared/platform/timers.ts';
import { ServerClosed } from './shared/values/errors.ts';

/** The default seed: account `9999999` with a token. */
export const demoSeed = (token = 'trickle_demo_token'): Seed => ({
  accounts: [
    {
      id: '9999999',
      name: 'Demo',
      url: 'https://demo.example',
      users: [{ email: 'owner@demo.example', name: 'Demo Owner', token }],
    },
  ],
});

const IN_PROCESS_URL = 'http://trickle.localhost';

/** The parts of a server that start and close together. */
interface ServerParts {
  readonly runtime: Runtime;
  readonly port: Port;
  readonly shutdown: Shutdown;
  readonly instruments: Instruments;
  /** Lets jobs run. */
  readonly start: () => void;
}

/** Starts a reference server. It opens no port until `listen` is called. */
export const createServer = (options: ServerOptions = {}): Promise<Server> =>
  startServer(options, demoSeed());

/** Starts a reference server. `usualSeed` is applied if the options have no seed and the database no accounts. */
export async function startServer(options: ServerOptions, usualSeed: Seed): Promise<Server> {
  checkArguments('createServer', createServerSignature, [options]);
  const ownUrl = new URL(options.publicUrl ?? IN_PROCESS_URL).origin; // a path belongs to the proxy, which is bypassed in-process
  const publicUrl = options.publicUrl?.replace(/\/$/, '');
  const parts = await startParts(options, usualSeed, publicUrl);
  const { runtime, shutdown } = parts;
  const { store, allServices, seededAccounts, skippedAccounts } = runtime;
  const access = new AdminAccess(store, options.adminPassword || undefined, publicUrl);
  const admin = { scope: () => scope, access };
  const { answer, renew } = createAnswer(parts, options, { publicUrl, admin });
  const { firstId, apiKey } = await firstAccount(runtime);
  const ownFetch = inProcessFetch(answer, runtime);
  const isClosed = () => shutdown.isClosed;
  const connection = { baseUrl: ownUrl, accountId: firstId, apiKey, fetch: ownFetch };
  const scope: Scope = {
    ...{ runtime, firstId, seed: options.seed, limits: limitsOf(options), answer, isClosed },
    connection,
    openCopy: () => startCopy(options, allServices.shared.baseUrl),
    reset: () => runtime.reset().then(renew),
  };
  const functions = serverFunctions(scope);
  const control: Server = {
    seededAccounts,
    skippedAccounts,
    connection,
    fetch: (request) => answer(request),
    listen: (where = {}) => listen(parts, answer, where),
    get url() {
      return allServices.shared.baseUrl();
    },
    watch: (watchOptions = {}) => watchEvents(runtime, watchOptions),
    ...functions,
    time: { ...functions.time, now: (choice) => timeOf(scope, choice) },
    close: (closeOptions = {}) => close(parts, closeOptions),
    [Symbol.asyncDispose]: () => server.close(),
  };
  const server: Server = guarded(control, serverSignatures, {
    isClosed,
    sync: () => runtime.shared?.sync(),
    accounts: runtime.accounts,
  });
  defer(parts.start); // the caller can call `listen` before, so that the emails of the seed name the port
  return server;
}

async function startParts(
  options: ServerOptions,
  usualSeed: Seed,
  publicUrl: string | undefined,
): Promise<ServerParts> {
  const port = new Port();
  const instruments = await createInstruments(options, Object.keys(handlers));
  const baseUrl = () => publicUrl ?? port.url ?? IN_PROCESS_URL;
  let start: () => void = () => undefined;
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  const ready = () => started.then(() => port.settled());
  const runtime = await startRuntime(options, usualSeed, { baseUrl, ready }, instruments);
  instruments.log?.server('start', { skippedAccounts: runtime.skippedAccounts });
  return { runtime, port, shutdown: new Shutdown(), instruments, start };
}

/** Starts a runtime in memory, without accounts, on which time can pass. */
const startCopy = ({ clock, onError, retention }: ServerOptions, baseUrl: () => string) =>
  startRuntime(
    { clock, onError, retention, seed: { accounts: [] } },
    {},
    { baseUrl, ready: async () => undefined },
  );

/** The id of the first account and its first token; empty without accounts. */
async function firstAccount(runtime: Runtime): Promise<{ firstId: string; apiKey: string }> {
  const [first] = await listSummaries({ runtime });
  return { firstId: first?.id ?? '', apiKey: first?.tokens[0] ?? '' };
}

/** The `fetch` of a client that needs no port. */
const inProcessFetch =
  (answer: RequestHandler, { store, faultRules }: Runtime): typeof fetch =>
  (input, init) =>
    fetchInProcess(answer, new Request(input, init), () => store.isShared || !faultRules.isEmpty);

async function listen({ port, instruments }: ServerParts, answer: RequestHandler, where: ListenOptions) {
  const url = await port.open(answer, where);
  instruments.log?.server('listen', { url });
  return url;
}

/** Ends idle waits, then the port's connections, then the runtime. */
async function close(
  { runtime, port, shutdown, instruments: { log } }: ServerParts,
  options: CloseOptions,
): Promise<void> {
  checkArguments('close', closeSignature, [options]);
  if (!shutdown.isClosing) {
    log?.server('closing');
    void port.announceEnd();
  }
  await shutdown.close(options, async (force) => {
    runtime.closing.abort();
    await Promise.all([port.close(force), shutdown.settled()]);
    await runtime.close(force);
    log?.server('stop');
  });
}

const limitsOf = ({ limits }: ServerOptions) =>
  limits === false ? undefined : { ...defaultLimits, ...limits };

/** Creates the handler of all requests. `renew` starts over after a reset. */
function createAnswer(
  { runtime, shutdown, instruments }: ServerParts,
  options: ServerOptions,
  settings: AppParts,
): { readonly answer: RequestHandler; readonly renew: () => void } {
  const newApp = () => createServerApp(runtime, instruments, options, settings);
  let app = newApp();
  const { store, allServices } = runtime;
  const operations = {
    readiness: new Readiness({ store, isClosing: () => shutdown.isClosing }),
    metrics: instruments.metrics,
    sources: { store, now: () => allServices.shared.clock.now() },
    access: settings.admin.access,
  };
  // Operators are answered before anything that needs the database, or that ends when the server begins to close.
  const toOperators = (request: Request, peer?: Peer) =>
    shutdown.isClosed ? undefined : answerOperations(operations, request, peer);
  return {
    answer: (request, peer) => toOperators(request, peer) ?? shutdown.whileOpen(() => app(request, peer)),
    renew() {
      app = newApp();
    },
  };
}

/** The parts that an app needs besides the options. */
interface AppParts {
  readonly publicUrl: string | undefined;
  readonly admin: Pick<AdminSettings, 'scope' | 'access'>;
}

const createServerApp = (
  { allServices, shared, requestLog, faultRules, windows, closing, report }: Runtime,
  { observe }: Instruments,
  options: ServerOptions,
  { publicUrl, admin }: AppParts,
) =>
  createApp({
    services: allServices.shared,
    updates: new Updates(),
    sync: () => shared?.sync(),
    bodyLimit: options.bodyLimit ?? 5_000_000,
    cors: options.cors ?? true,
    admin,
    publicUrl,
    trustProxy: options.trustProxy,
    strict: options.strict ?? false,
    limits: limitsOf(options),
    windows,
    report,
    requestLog,
    faultRules,
    closing: closing.signal,
    onRequest: options.onRequest,
    observe,
  });

/**
 * Handles a request in-process with the semantics of `fetch`: rejects when the request's signal aborts, while waiting
 * and while reading the body. Responses without a delay ignore the signal.
 */
async function fetchInProcess(
  answer: RequestHandler,
  request: Request,
  isDelayed: () => boolean,
): Promise<Response> {
  const { signal } = request;
  signal.throwIfAborted();
  if (!isDelayed()) return answer(request);
  const response = await Promise.race([answer(request), abortOf(signal)]);
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  return new Response(body.pipeThrough(new TransformStream(), { signal }), { status, statusText, headers });
}

const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** Default time to close, in real milliseconds. */
const GRACE = 1000;

/** Graceful shutdown: rejects new work, waits for work in progress, and gives up after a timeout. */
// Unspecified: U-162
class Shutdown {
  readonly #force = new AbortController();
  readonly #underWay = new Set<Promise<unknown>>();
  #end: Promise<void> | undefined;
  #isRefusing = false;
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether the shutdown has begun. */
  get isClosing(): boolean {
    return this.#end !== undefined;
  }

  /** Runs work that the shutdown waits for. Rejects with a `ServerClosed` once the shutdown has begun and drained. */
  whileOpen<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isRefusing) return Promise.reject(new ServerClosed());
    const done = work();
    this.#underWay.add(done);
    const end = () => void this.#underWay.delete(done);
    done.then(end, end);
    return done;
  }

  /**
   * Accepts work for `drain` milliseconds more, and then runs the shutdown `steps`, which finish work in progress until
   * their signal aborts. If called again, the shorter time applies.
   */
  close(
    { within = GRACE, drain = 0 }: CloseOptions,
    steps: (force: AbortSignal) => Promise<void>,
  ): Promise<void> {
    after(drain + within, () => this.#force.abort());
    this.#end ??= this.#run(drain, steps);
    return this.#end;
  }

  async #run(drain: number, steps: (force: AbortSignal) => Promise<void>): Promise<void> {
    try {
      if (drain > 0) await pause(drain, this.#force.signal);
      this.#isRefusing = true;
      await steps(this.#force.signal);
    } finally {
      this.#isClosed = true;
    }
  }

  /** Resolves when all work is done or given up. */
  async settled(): Promise<void> {
    const { signal } = this.#force;
    const forced = new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([forced, Promise.allSettled(this.#underWay)]);
  }
}
