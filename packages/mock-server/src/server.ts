import type { AdminSettings } from './admin/answer.ts';
import { createApp } from './app/app.ts';
import { checkArguments, guarded } from './control/arguments/guard.ts';
import {
  closeSignature,
  createServerSignature,
  serverSignatures,
} from './control/arguments/server-signatures.ts';
import { serverControl } from './control/index.ts';
import { Inspector } from './control/inspection/inspector.ts';
import { applicationsOf } from './control/oauth-applications.ts';
import type { Runtime } from './control/runtime.ts';
import type { Server } from './control/server-control.ts';
import { Shutdown } from './control/shutdown.ts';
import { accountControl, summaries } from './control/tenant.ts';
import { timeControlOf } from './control/time.ts';
import { watchEvents } from './control/watch.ts';
import { fetchInProcess } from './http/in-process.ts';
import { defaultLimits } from './http/limits.ts';
import { Port } from './http/port.ts';
import type { Answer } from './http/record-request.ts';
import type { JobRunner } from './jobs/runner.ts';
import { startRuntime } from './runtime.ts';
import type { ServerOptions } from './runtime-options.ts';
import type { Seed } from './seed/schema.ts';
import type { Store } from './store/store.ts';

/** The default seed: account `9999999` with a token. */
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

/** The URL of a server that is not listening. */
const IN_PROCESS_URL = 'http://trickle.localhost';

/** Starts a reference server. It opens no port until `listen` is called. */
export async function createServer(options: ServerOptions = {}): Promise<Server> {
  checkArguments('createServer', createServerSignature, [options]);
  const ownUrl = new URL(options.publicUrl ?? IN_PROCESS_URL).origin; // a path belongs to the proxy, which is bypassed in-process
  const publicUrl = options.publicUrl?.replace(/\/$/, '');
  const port = new Port();
  const runtime = await startRuntime(options, emptySeed, () => publicUrl ?? port.url ?? IN_PROCESS_URL);
  const { store, worlds, jobs, skippedAccounts } = runtime;
  const shutdown = new Shutdown();
  const admin = { server: () => server, inspector: () => inspector };
  const newApp = () => createServerApp(runtime, options, publicUrl, admin);
  let app = newApp();
  const answer: Answer = (request, peer) => shutdown.whileOpen(() => app(request, peer));
  const { firstId, apiKey } = await firstAccount(store);
  const ownFetch = inProcessFetch(answer, runtime);
  const inspector = inspectorOf(runtime, options, firstId, answer);
  const time = timeControlOf(() => worlds, jobs);
  const isClosed = () => shutdown.isClosed;
  const host = () => ({ connection: control.connection, time, settle: control.settle, isClosed });
  const control: Server = {
    skippedAccounts,
    connection: { baseUrl: ownUrl, accountId: firstId, apiKey, fetch: ownFetch },
    fetch: (request) => answer(request),
    listen: (where = {}) => port.open(answer, where),
    get url() {
      return worlds.shared.baseUrl();
    },
    watch: (watchOptions = {}) => watchEvents(runtime, watchOptions),
    time,
    advance: time.advance,
    settle: ({ accountId } = {}) => settle(jobs, accountId),
    applications: applicationsOf(() => worlds.shared),
    ...serverControl(runtime, firstId),
    ...accountControl(runtime, host),
    reset: async () => {
      await runtime.reset();
      app = newApp();
    },
    async close(closeOptions = {}) {
      checkArguments('close', closeSignature, [closeOptions]);
      await shutdown.close(closeOptions.within, (force) => stop(runtime, port, shutdown, force));
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
  const server: Server = guarded(control, serverSignatures, { isClosed, accounts: runtime.accounts });
  return server;
}

/** The id of the first account and its first token; empty without accounts. */
async function firstAccount(store: Store): Promise<{ firstId: string; apiKey: string }> {
  const [first] = await summaries(store);
  return { firstId: first?.id ?? '', apiKey: first?.tokens[0] ?? '' };
}

/** The `fetch` of a client that needs no port. */
const inProcessFetch =
  (answer: Answer, { faultRules }: Runtime): typeof fetch =>
  (input, init) =>
    fetchInProcess(answer, new Request(input, init), () => !faultRules.isEmpty);

/** Runs all due jobs, or those of an account. Returns the number of jobs that ran. */
async function settle(jobs: JobRunner, accountId: string | undefined): Promise<number> {
  const before = jobs.done;
  await (accountId === undefined ? jobs.settle() : jobs.settleScope({ accountId }));
  return jobs.done - before;
}

/** Ends idle waits, then the port's connections, then the runtime. */
async function stop(runtime: Runtime, port: Port, shutdown: Shutdown, force: AbortSignal): Promise<void> {
  runtime.closing.abort();
  await Promise.all([port.close(force), shutdown.settled()]);
  await runtime.close(force);
}

/** The rate limits in force. */
const limitsOf = ({ limits }: ServerOptions) =>
  limits === false ? undefined : { ...defaultLimits, ...limits };

const inspectorOf = (runtime: Runtime, options: ServerOptions, firstId: string, answer: Answer) =>
  new Inspector({ runtime, firstId, seed: options.seed, limits: limitsOf(options), answer });

/** Creates the request handler from the options. */
const createServerApp = (
  { worlds, shared, requestLog, faultRules, closing, report }: Runtime,
  options: ServerOptions,
  publicUrl: string | undefined,
  admin: Pick<AdminSettings, 'server' | 'inspector'>,
) =>
  createApp({
    world: worlds.shared,
    sync: () => shared.sync(),
    bodyLimit: options.bodyLimit ?? 5_000_000,
    cors: options.cors ?? true,
    admin: { ...admin, password: options.adminPassword || undefined },
    publicUrl,
    trustProxy: options.trustProxy,
    strict: options.strict ?? false,
    limits: limitsOf(options),
    report,
    requestLog,
    faultRules,
    closing: closing.signal,
    onRequest: options.onRequest,
  });
