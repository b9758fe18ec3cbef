import type { AdminSettings } from './admin/answer.ts';
import { createApp } from './app/app.ts';
import { checkArguments, guarded } from './control/arguments/guard.ts';
import {
  closeSignature,
  createServerSignature,
  serverSignatures,
} from './control/arguments/server-signatures.ts';
import { Ending } from './control/ending.ts';
import { serverControl } from './control/index.ts';
import { Inspector } from './control/inspection/inspector.ts';
import { applicationsOf } from './control/oauth-applications.ts';
import type { Runtime } from './control/runtime.ts';
import type { Server } from './control/server-control.ts';
import { accountControl, summaries } from './control/tenant.ts';
import { timeControlOf } from './control/time.ts';
import { watchEvents } from './control/watch.ts';
import { fetchInProcess } from './http/in-process.ts';
import { defaultLimits } from './http/limits.ts';
import { type Listener, listen } from './http/listen.ts';
import type { Answer } from './http/record-request.ts';
import type { JobRunner } from './jobs/runner.ts';
import { startRuntime } from './runtime.ts';
import type { ServerOptions } from './runtime-options.ts';
import type { Seed } from './seed/schema.ts';

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
  let listener: Listener | undefined;
  const runtime = await startRuntime(options, emptySeed, () => publicUrl ?? listener?.url ?? IN_PROCESS_URL);
  const { store, worlds, jobs, faultRules, skippedAccounts, closing } = runtime;
  const ending = new Ending();
  const admin = { server: () => server, inspector: () => inspector };
  const newApp = () => createServerApp(runtime, options, publicUrl, admin);
  let app = newApp();
  let opening: Promise<Listener> | undefined;
  const answer: Answer = (request, peer) => ending.whileOpen(() => app(request, peer));
  const [first] = await summaries(store);
  const firstId = first?.id ?? '';
  const inspector = inspectorOf(runtime, options, firstId, answer);
  const time = timeControlOf(() => worlds, jobs);

  const isClosed = () => ending.isClosed;
  const control: Server = {
    skippedAccounts,
    connection: {
      baseUrl: ownUrl,
      accountId: firstId,
      apiKey: first?.tokens[0] ?? '',
      fetch: (input, init) => fetchInProcess(answer, new Request(input, init), () => !faultRules.isEmpty),
    },
    fetch: (request) => answer(request),
    async listen(where = {}) {
      if (opening !== undefined)
        throw new Error(`The server is already listening on ${(await opening).url}.`);
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
    watch: (watchOptions = {}) => watchEvents(runtime, watchOptions),
    time,
    advance: time.advance,
    settle: ({ accountId } = {}) => settle(jobs, accountId),
    applications: applicationsOf(() => worlds.shared),
    ...serverControl(runtime, firstId),
    ...accountControl(runtime, () => ({
      connection: control.connection,
      time,
      settle: control.settle,
      isClosed,
    })),
    async reset() {
      await runtime.reset();
      app = newApp();
    },
    async close(closeOptions = {}) {
      checkArguments('close', closeSignature, [closeOptions]);
      await ending.close(closeOptions.within, async (force) => {
        closing.abort();
        await Promise.all([(await opening)?.close(force), ending.settled()]);
        await runtime.close(force);
      });
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
  const server: Server = guarded(control, serverSignatures, { isClosed, accounts: runtime.accounts });
  return server;
}

/** Runs all due jobs, or those of an account, and returns their number. */
async function settle(jobs: JobRunner, accountId: string | undefined): Promise<number> {
  const before = jobs.done;
  await (accountId === undefined ? jobs.settle() : jobs.settleScope({ accountId }));
  return jobs.done - before;
}

/** The rate limits in force. */
const limitsOf = ({ limits }: ServerOptions) =>
  limits === false ? undefined : { ...defaultLimits, ...limits };

const inspectorOf = (runtime: Runtime, options: ServerOptions, firstId: string, answer: Answer) =>
  new Inspector({ runtime, firstId, seed: options.seed, limits: limitsOf(options), answer });

/** Creates the request handler from the options. */
const createServerApp = (
  { worlds, requestLog, faultRules, closing, report }: Runtime,
  options: ServerOptions,
  publicUrl: string | undefined,
  admin: Pick<AdminSettings, 'server' | 'inspector'>,
) =>
  createApp({
    world: worlds.shared,
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
