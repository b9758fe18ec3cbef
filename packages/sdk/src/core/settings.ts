import { parsedUrl } from '../contract/schema/formats.ts';
import { MAX_TIMER } from './clock.ts';
import { InputError } from './errors.ts';

/** Throws unless an option is valid. `what` describes a valid value. */
export function checkOption(name: string, isValid: boolean, what: string): asserts isValid {
  if (!isValid) throw new InputError(`\`${name}\` must be ${what}.`);
}

export function checkCount(name: string, value: number): void {
  checkOption(name, Number.isInteger(value) && value > 0, 'a whole number from 1');
}

export function checkTimeout(timeout: number | false, name = 'timeout'): void {
  const isValid = timeout === false || (timeout > 0 && timeout <= MAX_TIMER);
  checkOption(name, isValid, `false or a number of milliseconds from 1 to ${MAX_TIMER}`);
}

export function checkMaxResponseSize(size: number): void {
  checkOption('maxResponseSize', size > 0, 'a number of bytes from 1, or Infinity');
}

/** Throws unless the value is an object with known options only. `owner` names it in errors. */
export function checkNames(options: unknown, names: readonly string[], owner: string): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    const first = names.slice(0, 4).join(', ');
    throw new InputError(`${owner}: expected an object of options, { ${first}, … }.`);
  }
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const message = `${owner}: unknown option ${unknown}. There are ${names.join(', ')}.`;
  throw new InputError(message, [{ code: 'unknown_member', attribute: unknown, message }]);
}

/** Normalizes a base URL: no trailing slash, path prefix kept. `name` is the option to name in errors. */
export function normalBaseUrl(value: unknown, name = 'baseUrl'): string {
  const text = value instanceof URL ? value.href : value;
  const url = typeof text === 'string' && parsedUrl(text);
  if (!url) {
    const hint = value === undefined && name === 'baseUrl' ? ' Set the option or TRICKLE_BASE_URL.' : '';
    throw new InputError(`\`${name}\` must be an absolute URL, like https://api.example.com.${hint}`);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    const schemes = 'https:// (or http:// for tests)';
    throw new InputError(`\`${name}\` must start with ${schemes}, not ${url.protocol}//.`);
  }
  // The value may contain a secret, so the message does not repeat it.
  if (url.username || url.password || url.search || url.hash) {
    throw new InputError(`\`${name}\` must not contain a user name, password, query or fragment.`);
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (/\/v[23]$/.test(path))
    throw new InputError(`\`${name}\` must not end with ${path.slice(-3)}; the SDK adds it.`);
  return url.origin + path;
}

/** Environment variables that set omitted options, by option. */
const VARIABLES = {
  baseUrl: 'TRICKLE_BASE_URL',
  accountId: 'TRICKLE_ACCOUNT_ID',
  apiKey: 'TRICKLE_API_KEY',
  accessToken: 'TRICKLE_ACCESS_TOKEN',
} as const;

type Values = { readonly [Name in keyof typeof VARIABLES]?: unknown };

/**
 * Completes options from the environment, if the runtime has one. If either credential is given, both variables of
 * credentials are ignored.
 */
export function withEnvironment<Options extends Values>(options: Options): Options & Values {
  const { baseUrl, accountId, apiKey, accessToken } = options;
  const isAnonymous = apiKey === undefined && accessToken === undefined;
  return {
    ...options,
    ...(isAnonymous && { apiKey: variable('apiKey'), accessToken: variable('accessToken') }),
    ...{ baseUrl: baseUrl ?? variable('baseUrl'), accountId: accountId ?? variable('accountId') },
  };
}

function variable(name: keyof Values): string | undefined {
  try {
    const { process } = globalThis as { process?: { env?: Readonly<Record<string, string | undefined>> } };
    return process?.env?.[VARIABLES[name]] || undefined; // ignore empty variables
  } catch {
    return undefined; // Deno throws without permission to read it
  }
}

interface TokenCredentials {
  /** An OAuth access token. Default: `TRICKLE_ACCESS_TOKEN`. */
  readonly accessToken: string;
  readonly apiKey?: undefined;
}

interface KeyCredentials {
  /** A user's API key. Default: `TRICKLE_API_KEY`. */
  readonly apiKey: string;
  readonly accessToken?: undefined;
}

/** A user's API key or an OAuth access token. Exactly one is required. */
export type Credentials = TokenCredentials | KeyCredentials;

/** The `Authorization` header of the credentials ("Authentication"). */
export function authorizationOf({ apiKey, accessToken }: Values): string {
  if ((apiKey === undefined) === (accessToken === undefined)) {
    const neither = 'neither was given. Set the option or TRICKLE_API_KEY or TRICKLE_ACCESS_TOKEN.';
    const problem = apiKey === undefined ? neither : 'both were given.';
    throw new InputError(`Give exactly one of \`apiKey\` and \`accessToken\`: ${problem}`);
  }
  if (accessToken !== undefined) return `Bearer ${secret('accessToken', accessToken, /[^\x21-\x7e]/)}`;
  // A user name of Basic authentication ends at the first colon.
  return `Basic ${base64(`${secret('apiKey', apiKey, /[\s\p{Cc}\p{Cs}:]/u)}:`)}`;
}

/** Checks a secret. Error messages must never contain its value. */
function secret(name: string, value: unknown, forbidden: RegExp): string {
  checkOption(name, typeof value === 'string' && value !== '', 'a string that is not empty');
  if (forbidden.test(value)) {
    const what = name === 'apiKey' ? 'API key' : 'access token';
    const problem = `contains a character that is not valid in an ${what}, such as white space`;
    throw new InputError(`\`${name}\` ${problem}. Check that it was copied correctly.`);
  }
  return value;
}

/** Encodes a string as UTF-8 in Base64, in any runtime. */
const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
