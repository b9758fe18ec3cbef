import { UsageError } from '../terminal/exit-signal.ts';
import type { ProcessIo } from '../terminal/process-io.ts';
import { readConfigFile } from './config-file.ts';

/** Global options for the service, the account and the credentials. */
export interface ConnectionOptions {
  readonly apiKey?: string | undefined;
  readonly accessToken?: string | undefined;
  readonly account?: string | undefined;
  readonly baseUrl?: string | undefined;
}

/** A value with its origin. */
export interface Setting {
  readonly value: string;
  /** `--account`, `TRICKLE_ACCOUNT_ID`, the path of a file. */
  readonly origin: string;
}

/** Service, account and credentials, each with its origin. */
export interface Connection {
  readonly baseUrl: Setting;
  readonly account: Setting | undefined;
  readonly credentials: Setting & { readonly kind: 'apiKey' | 'accessToken' };
}

/** Settings, each with its option, environment variable, and member of the config file. */
const SETTINGS = {
  apiKey: { option: '--api-key', variable: 'TRICKLE_API_KEY' },
  accessToken: { option: '--access-token', variable: 'TRICKLE_ACCESS_TOKEN' },
  account: { option: '--account', variable: 'TRICKLE_ACCOUNT_ID', member: 'accountId' },
  baseUrl: { option: '--base-url', variable: 'TRICKLE_BASE_URL' },
} as const;
type Name = keyof typeof SETTINGS;

/** Resolves the connection: options override the environment, which overrides the config file. */
export async function connectionOf(options: ConnectionOptions, { env }: ProcessIo): Promise<Connection> {
  const sources = [fromOptions(options), fromEnvironment(env), await fromFile(env)];
  const find = (name: Name) => sources.map((source) => source(name)).find((setting) => setting !== undefined);
  const baseUrl = find('baseUrl');
  if (baseUrl === undefined) throw new UsageError(MISSING_BASE_URL);
  const credentials = sources.map(credentialsIn).find((found) => found !== undefined);
  if (credentials === undefined) throw new UsageError(MISSING_CREDENTIALS);
  return { baseUrl, credentials, account: find('account') };
}

/** A setting of the options, else of the environment. */
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

const MISSING_BASE_URL =
  'No base URL. Set TRICKLE_BASE_URL or --base-url; for the reference server, use http://127.0.0.1:4100.';
const MISSING_CREDENTIALS =
  'No credentials. Set TRICKLE_API_KEY or TRICKLE_ACCESS_TOKEN (for OAuth), or run trickle login.';

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
    const known = SETTINGS[name];
    return config && setting(config.values['member' in known ? known.member : name], config.path);
  };
}

const setting = (value: string | undefined, origin: string): Setting | undefined =>
  value === undefined || value === '' ? undefined : { value, origin };
