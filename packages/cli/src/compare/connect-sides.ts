import { type ClientOptions, createClient } from '@trickle/sdk';
import { PASSWORD_ADVICE } from '../connection/admin-api.ts';
import { baseOf } from '../connection/authorization.ts';
import { connectToAccount } from '../connection/connect.ts';
import { sandboxAccounts } from '../connection/local-sandbox.ts';
import type { GlobalOptions } from '../terminal/context.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { Recorder, type Side, sideOf } from './side.ts';

/** Connects to the service, using at most this share of its hourly limits. */
export async function connectService(
  globals: GlobalOptions,
  terminal: Terminal,
  share: number,
): Promise<Side> {
  const recorder = new Recorder(terminal.io.fetch);
  const { client, connection, accountId } = await connectToAccount(globals, terminal, {
    ...{ limits: { mode: 'wait', share }, fetch: recorder.fetch },
    onWait: ({ until }) => terminal.note(`Waiting for the hourly limit until ${until.toLocaleTimeString()}.`),
  });
  await client.accounts.get(); // wrong credentials end the command here
  return sideOf(client, recorder, { baseUrl: baseOf(connection), accountId });
}

/** Connects to an account of a reference server: the one with this id, otherwise the only one. */
export async function connectSandbox(
  url: string,
  serviceAccount: string | undefined,
  terminal: Terminal,
): Promise<Side> {
  let baseUrl = url;
  while (baseUrl.endsWith('/')) baseUrl = baseUrl.slice(0, -1);
  if (!URL.canParse(baseUrl)) throw new UsageError(`--sandbox must be a URL, not '${url}'.`);
  const accounts = await sandboxAccounts(terminal.io, baseUrl, terminal.io.env.TRICKLE_ADMIN_PASSWORD);
  if (!accounts) throw new UsageError(`No reference server answers at ${baseUrl}. ${PASSWORD_ADVICE}`);
  const account = accounts.find(({ id }) => id === serviceAccount) ?? accounts[0];
  if (!account || (account.id !== serviceAccount && accounts.length > 1)) {
    throw new UsageError(`${baseUrl} has several accounts, and none with the id of the service's account.`);
  }
  const recorder = new Recorder(terminal.io.fetch);
  const options: ClientOptions = {
    baseUrl,
    accountId: account.id,
    apiKey: account.apiKey,
    limits: { mode: 'wait' },
  };
  return sideOf(createClient({ ...options, fetch: recorder.fetch }), recorder, {
    baseUrl,
    accountId: account.id,
  });
}
