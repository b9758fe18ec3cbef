import { visibleLine } from '@trickle/design/terminal';
import { type Client, type ClientOptions, createClient } from '@trickle/sdk';
import { UsageError } from '../terminal/exit-signal.ts';
import type { ProcessIo } from '../terminal/process-io.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { AdminApi, operatorAuthorization } from './admin-api.ts';
import {
  type Connection,
  type ConnectionOptions,
  connectionOf,
  FOUND,
  severalAccounts,
} from './connection.ts';

export interface Connected {
  readonly client: Client;
  readonly connection: Connection;
}

export type OwnOptions = Pick<
  ClientOptions,
  'fetch' | 'limits' | 'onRequest' | 'onResponse' | 'onRetry' | 'onWait'
>;

/** Makes the client. The account may be missing. */
export async function connect(
  options: ConnectionOptions,
  terminal: Terminal,
  ownOptions: OwnOptions = {},
): Promise<Connected> {
  const connection = await connectionOf(options, terminal.io);
  const { baseUrl, account } = connection;
  if (baseUrl.origin === FOUND) {
    terminal.announce(`No service is set: using account ${account?.value} of ${FOUND}, ${baseUrl.value}.`);
  }
  return { connection, client: clientOf(connection, terminal, ownOptions) };
}

function clientOf(
  { baseUrl, account, credentials }: Connection,
  terminal: Terminal,
  ownOptions: OwnOptions,
): Client {
  const common = {
    ...ownOptions,
    baseUrl: baseUrl.value,
    accountId: account?.value,
    fetch: ownOptions.fetch ?? terminal.io.fetch,
  };
  return credentials.kind === 'apiKey'
    ? createClient({ ...common, apiKey: credentials.value })
    : createClient({ ...common, accessToken: credentials.value });
}

/** Like {@link connect}, but the account defaults to the only one of the credentials. */
export async function connectToAccount(
  options: ConnectionOptions,
  terminal: Terminal,
  ownOptions: OwnOptions = {},
): Promise<Connected & { readonly accountId: string }> {
  const connected = await connect(options, terminal, ownOptions);
  const named = connected.connection.account;
  if (named) return { ...connected, accountId: named.value };
  const accounts = await connected.client.accounts.list();
  const [only, ...others] = accounts;
  if (!only) throw new UsageError('These credentials cannot access any account.');
  if (others.length > 0) {
    const list = accounts.map(({ id, name }) => visibleLine(`${id}  ${name}`)).join('\n');
    throw new UsageError(severalAccounts(list));
  }
  const account = { value: only.id, origin: `the only account of the credentials: ${only.name}` };
  const connection = { ...connected.connection, account };
  return { connection, client: clientOf(connection, terminal, ownOptions), accountId: only.id };
}

/** The `Authorization` of the admin API, which may have its own password. */
export function authorizationOf({ credentials }: Connection, env: ProcessIo['env']): string {
  const password = env.TRICKLE_ADMIN_PASSWORD;
  if (password) return operatorAuthorization(password);
  const { kind, value } = credentials;
  return kind === 'apiKey' ? `Basic ${btoa(`${value}:`)}` : `Bearer ${value}`;
}

/** The URL of the service without a trailing slash. */
export const baseOf = ({ baseUrl }: Connection): string => baseUrl.value.replace(/\/$/, '');

/** Connects to an account of a reference server, and to its admin API. */
export async function connectToSandbox(options: ConnectionOptions, terminal: Terminal, own?: OwnOptions) {
  const { client, connection, accountId } = await connectToAccount(options, terminal, own);
  const admin = adminOf(connection, terminal.io);
  await admin.requireSandbox(accountId);
  return { client, admin, accountId };
}

export const adminOf = (connection: Connection, { env, fetch }: ProcessIo): AdminApi =>
  new AdminApi({ base: baseOf(connection), authorization: authorizationOf(connection, env), fetch });
