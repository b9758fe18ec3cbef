import { type Client, createClient } from '@trickle/sdk';
import { connectToAccount } from '../connection/connect.ts';
import { connectionOf } from '../connection/connection.ts';
import { AdminApi } from '../sandbox/admin-api.ts';
import { loadServer } from '../sandbox/load-server.ts';
import type { GlobalOptions } from '../terminal/context.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** An account of a reference server on this machine. */
export interface Sandbox {
  readonly admin: AdminApi;
  readonly client: Client;
  close(): Promise<void>;
}

/** Connects to a reference server that runs on this machine. */
export async function connectSandbox(globals: GlobalOptions, terminal: Terminal): Promise<Sandbox> {
  const { baseUrl } = await connectionOf(globals, terminal.io);
  requireLoopback(baseUrl.value);
  const { connection, client, accountId } = await connectToAccount(globals, terminal, { limits: false });
  const admin = new AdminApi(connection, accountId, { io: terminal.io, onStep });
  await admin.requireSandbox();
  return { admin, client, close: async () => undefined };
}

/** Starts a reference server in this process, with the package of the project. */
export async function startSandbox(seed: string, terminal: Terminal): Promise<Sandbox> {
  const library = loadServer('mcp');
  const own = await library.createServer({ seed: await library.readSeed(seed) }).catch((error: unknown) => {
    if (error instanceof library.SeedError) throw new UsageError(`--seed ${seed}: ${error.message}`);
    throw error;
  });
  const url = await own.listen();
  const { accountId, apiKey = '' } = own.connection;
  const connection = {
    baseUrl: { value: url, origin: '--seed' },
    account: undefined,
    credentials: { kind: 'apiKey', value: apiKey, origin: '--seed' },
  } as const;
  return {
    admin: new AdminApi(connection, accountId, { io: terminal.io, onStep }),
    client: createClient({ baseUrl: url, accountId, apiKey, limits: false }),
    close: () => own.close(),
  };
}

const onStep = async () => undefined;

/** Throws unless the address is on this machine. Runs before any request, since an assistant must not reach the service. */
function requireLoopback(url: string): void {
  const { hostname } = new URL(url);
  if (/^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)) return;
  throw new UsageError(
    `trickle mcp uses a reference server on this machine only, not ${url}. Start one with npx trickle-server and set --base-url http://127.0.0.1:4100, or pass --seed.`,
  );
}
