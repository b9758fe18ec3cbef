import { visibleLine } from '@trickle/design/terminal';
import type { GlobalOptions } from '../terminal/context.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import type { ProcessIo } from '../terminal/process-io.ts';
import { SETTINGS, waysToSet } from '../terminal/settings.ts';
import { readConfigFile } from './config-file.ts';
import { LOCAL_SANDBOX, sandboxAccounts } from './local-sandbox.ts';

export type ConnectionOptions = Pick<GlobalOptions, 'apiKey' | 'accessToken' | 'account' | 'baseUrl'>;

export interface Setting {
  readonly value: string;
  /** `--account`, `TRICKLE_ACCOUNT_ID`, the path of a file. */
  readonly origin: string;
}

export interface Connection {
  readonly baseUrl: Setting;
  readonly account: Setting | undefined;
  readonly credentials: Setting & { readonly kind: 'apiKey' | 'accessToken' };
}

type Name = keyof typeof SETTINGS;

/**
 * Resolves the connection: options override the environment, which overrides the config file. Without a service or a
 * key in any of them, connects to the reference server on this machine if one is running.
 */
export async function connectionOf(options: ConnectionOptions, io: ProcessIo): Promise<Connection> {
  const { env } = io;
  const sources = [fromOptions(options), fromEnvironment(env), await fromFile(env)];
  const find = (name: Name) => sources.map((source) => source(name)).find((setting) => setting !== undefined);
  const baseUrl = find('baseUrl');
  const credentials = sources.map(credentialsIn).find((credentials) => credentials !== undefined);
  // A configured key is never sent to an unknown program on this machine.
  const isUnset = baseUrl === undefined && credentials === undefined;
  const local = isUnset ? await localConnection(find('account'), io) : undefined;
  if (local) return local;
  if (baseUrl === undefined) throw new UsageError(MISSING_BASE_URL);
  if (credentials === undefined) throw new UsageError(MISSING_CREDENTIALS);
  return { baseUrl, credentials, account: find('account') };
}

/** A setting from the options, otherwise from the environment. */
export const settingOf = (
  name: 'account' | 'baseUrl',
  options: ConnectionOptions,
  env: ProcessIo['env'],
): string | undefined => (fromOptions(options)(name) ?? fromEnvironment(env)(name))?.value;

/** The variables that override the config file. */
export const overridesOf = (env: ProcessIo['env']): string[] =>
  Object.values(SETTINGS)
    .map(({ variable }) => variable)
    .filter((variable) => (env[variable] ?? '') !== '');

const MISSING_BASE_URL = `No base URL. Set ${waysToSet('baseUrl')}; for the reference server, use http://127.0.0.1:4100.`;
const MISSING_CREDENTIALS = `No credentials. Set ${waysToSet('apiKey')} or, for OAuth, ${waysToSet('accessToken')}, or run trickle login.`;

/** The origin of settings that come from a reference server found on this machine. */
export const FOUND = 'the reference server on this machine';

/** A connection to the reference server on this machine; undefined if none is running. */
async function localConnection(named: Setting | undefined, io: ProcessIo): Promise<Connection | undefined> {
  const accounts = await sandboxAccounts(io);
  const [first, ...others] = accounts ?? [];
  if (!accounts || !first) return undefined;
  const ids = accounts.map(({ id }) => visibleLine(id)).join('\n');
  if (!named && others.length > 0) throw new UsageError(severalAccounts(ids));
  const chosen = named ? accounts.find(({ id }) => id === named.value) : first;
  if (!chosen) {
    throw new UsageError(`${LOCAL_SANDBOX} has no account '${named?.value}', but:\n${ids}`);
  }
  return {
    baseUrl: { value: LOCAL_SANDBOX, origin: FOUND },
    account: named ?? { value: chosen.id, origin: FOUND },
    credentials: { kind: 'apiKey', value: chosen.apiKey, origin: FOUND },
  };
}

export const severalAccounts = (list: string): string =>
  `Several accounts are available. Choose one with --account or TRICKLE_ACCOUNT_ID:\n${list}`;

type Source = (name: Name) => Setting | undefined;

// A key from one source is not combined with a token from another.
function credentialsIn(source: Source): Connection['credentials'] | undefined {
  const [apiKey, accessToken] = [source('apiKey'), source('accessToken')];
  if (apiKey && accessToken) {
    throw new UsageError(`Both ${apiKey.origin} and ${accessToken.origin} are set. Use only one.`);
  }
  if (apiKey) return { ...apiKey, kind: 'apiKey' };
  return accessToken && { ...accessToken, kind: 'accessToken' };
}

function fromOptions(options: ConnectionOptions): Source {
  return (name) => setting(options[name], SETTINGS[name].option);
}

function fromEnvironment(env: ProcessIo['env']): Source {
  return (name) => setting(env[SETTINGS[name].variable], SETTINGS[name].variable);
}

async function fromFile(env: ProcessIo['env']): Promise<Source> {
  const config = await readConfigFile(env);
  return (name) => {
    const names = SETTINGS[name];
    return config && setting(config.values['member' in names ? names.member : name], config.path);
  };
}

const setting = (value: string | undefined, origin: string): Setting | undefined =>
  value === undefined || value === '' ? undefined : { value, origin };
