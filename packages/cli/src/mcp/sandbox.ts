import { type Client, createClient } from '@trickle/sdk';
import type { AdminApi } from '../connection/admin-api.ts';
import { adminOf, connectToSandbox } from '../connection/connect.ts';
import { connectionOf } from '../connection/connection.ts';
import { loadSeed } from '../sandbox/load-server.ts';
import { isThisMachine } from '../terminal/connection-problem.ts';
import type { GlobalOptions } from '../terminal/context.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import type { Terminal } from '../terminal/terminal.ts';

export interface Sandbox {
  readonly admin: AdminApi;
  readonly accountId: string;
  readonly client: Client;
  close(): Promise<void>;
}

export async function connectSandbox(globals: GlobalOptions, terminal: Terminal): Promise<Sandbox> {
  const { baseUrl } = await connectionOf(globals, terminal.io);
  requireLoopback(baseUrl.value);
  const connected = await connectToSandbox(globals, terminal, { limits: false });
  return { ...connected, close: async () => undefined };
}

/** Starts a reference server in this process, with the package of the project. */
export async function startSandbox(path: string, terminal: Terminal): Promise<Sandbox> {
  const { server, seed } = await loadSeed('mcp', path);
  const own = await server.createServer({ seed });
  const url = await own.listen();
  const { accountId, apiKey = '' } = own.connection;
  const connection = {
    baseUrl: { value: url, origin: '--seed' },
    account: undefined,
    credentials: { kind: 'apiKey', value: apiKey, origin: '--seed' },
  } as const;
  return {
    admin: adminOf(connection, terminal.io),
    accountId,
    client: createClient({ baseUrl: url, accountId, apiKey, limits: false }),
    close: () => own.close(),
  };
}

/** Throws if the address is not on this machine. Called before any request, since an assistant must not reach the service. */
function requireLoopback(url: string): void {
  const { hostname } = new URL(url);
  if (isThisMachine(hostname)) return;
  throw new UsageError(
    `trickle mcp uses a reference server on this machine only, not ${url}. Start one with npx trickle-server and set --base-url http://127.0.0.1:4100, or pass --seed.`,
  );
}
