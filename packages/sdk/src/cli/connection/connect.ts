import { type Client, type ClientOptions, createClient } from '@trickle/sdk';
import { UsageError } from '../terminal/endings.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type Connection, type ConnectionOptions, connectionOf } from './connection.ts';

/** A client of the connection that the options, the environment and the config file give. */
export interface Connected {
  readonly client: Client;
  readonly connection: Connection;
}

/** Options of the client that a command sets by itself. */
export type OwnOptions = Pick<ClientOptions, 'limits' | 'onRequest' | 'onResponse' | 'onRetry' | 'onWait'>;

/** Makes the client. The account may be missing. */
export async function connect(
  options: ConnectionOptions,
  terminal: Terminal,
  own: OwnOptions = {},
): Promise<Connected> {
  const connection = await connectionOf(options, terminal.surroundings);
  return { connection, client: clientOf(connection, terminal, own) };
}

function clientOf(
  { baseUrl, account, credentials }: Connection,
  terminal: Terminal,
  own: OwnOptions,
): Client {
  const common = {
    ...own,
    baseUrl: baseUrl.value,
    accountId: account?.value,
    fetch: terminal.surroundings.fetch,
  };
  return credentials.kind === 'apiKey'
    ? createClient({ ...common, apiKey: credentials.value })
    : createClient({ ...common, accessToken: credentials.value });
}

/** As {@link connect}; where no account is named, it is the only one that the caller has. */
export async function connectToAccount(
  options: ConnectionOptions,
  terminal: Terminal,
  own: OwnOptions = {},
): Promise<Connected & { readonly accountId: string }> {
  const connected = await connect(options, terminal, own);
  const named = connected.connection.account;
  if (named) return { ...connected, accountId: named.value };
  const accounts = await connected.client.accounts.list();
  const [only, ...others] = accounts;
  if (!only) throw new UsageError('These credentials have no account.');
  if (others.length > 0) {
    const list = accounts.map(({ id, name }) => `  ${id}  ${name}`).join('\n');
    throw new UsageError(`Which account is meant? Set TRICKLE_ACCOUNT_ID or give --account:\n${list}`);
  }
  const account = { value: only.id, origin: `the credentials, which have no other: ${only.name}` };
  const connection = { ...connected.connection, account };
  return { connection, client: clientOf(connection, terminal, own), accountId: only.id };
}
