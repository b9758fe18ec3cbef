import { didYouMean } from './contract/nearest-name.ts';
import { InputError } from './errors.ts';
import { authorizationOf, type Credentials } from './transport/auth.ts';
import { normalBaseUrl } from './transport/base-url.ts';

/** A `fetch`: the global one, one of a framework, or that of a server in the same process. */
export type Fetch = (request: Request) => Response | Promise<Response>;

/** What holds for every call of a client, and may be given anew for each. */
interface SharedOptions {
  /** The account whose data is meant. The operations without an account in their path do without it. */
  readonly accountId?: string | undefined;
  /** Milliseconds that one attempt may take, body included; false for no limit. Default 30,000. */
  readonly timeout?: number | false | undefined;
  /**
   * How often a request is sent again after a failed connection, a time-out, 408, 429 or 5xx. Only operations that
   * may be done twice are. Default 2.
   */
  readonly retries?: number | undefined;
  /** Headers to send beside the SDK's own. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether bodies and queries are checked before they are sent. Default true. */
  readonly validate?: boolean | undefined;
}

/** Options of {@link createClient}. */
export type ClientOptions = Credentials &
  SharedOptions & {
    /** Where the service is: what stands before `/v2/`. A path prefix is kept. */
    readonly baseUrl: string | URL;
    /** Default: the runtime's `fetch`. */
    readonly fetch?: Fetch | undefined;
  };

/** Options of one call, its last argument. */
export interface CallOptions extends SharedOptions {
  /** Ends the call, its waits included; it is then rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A client's options, checked and complete. Never shown to anybody: it holds the credentials. */
export interface Settings {
  readonly baseUrl: string;
  readonly authorization: string;
  readonly fetch: Fetch;
  readonly accountId: string | undefined;
  readonly timeout: number | false;
  readonly retries: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly validate: boolean;
}

const SHARED = ['accountId', 'timeout', 'retries', 'headers', 'validate'];
const CALL_OPTIONS = [...SHARED, 'signal'];
const CLIENT_OPTIONS = [...SHARED, 'baseUrl', 'apiKey', 'accessToken', 'fetch'];

/** Whether this is the name of an option of a call. */
export const isCallOption = (name: string) => CALL_OPTIONS.includes(name);

/** Checks the options of a client, and gives them complete. */
export function settingsOf(options: ClientOptions): Settings {
  checkNames(options, CLIENT_OPTIONS, 'createClient');
  return Object.freeze({
    baseUrl: normalBaseUrl(options.baseUrl),
    authorization: authorizationOf(options),
    fetch: fetchOf(options.fetch),
    ...sharedOf({ timeout: 30_000, retries: 2, validate: true, accountId: undefined, headers: {} }, options),
  });
}

/** The settings of one call. */
export function settingsOfCall(settings: Settings, options: CallOptions | undefined): Settings {
  if (options === undefined) return settings;
  checkNames(options, CALL_OPTIONS, 'the options of a call');
  return { ...settings, ...sharedOf(settings, options) };
}

/** The given `fetch`, or the one that the runtime has when a request is sent. */
export function fetchOf(given: Fetch | undefined): Fetch {
  if (given === undefined) return (request) => globalThis.fetch(request);
  if (typeof given !== 'function') throw new InputError('`fetch` must be a function.');
  return given;
}

type Shared = Pick<Settings, 'accountId' | 'timeout' | 'retries' | 'headers' | 'validate'>;

function sharedOf(defaults: Shared, options: SharedOptions): Shared {
  const {
    accountId = defaults.accountId,
    timeout = defaults.timeout,
    retries = defaults.retries,
    validate = defaults.validate,
  } = options;
  checkTimeout(timeout);
  if (!Number.isInteger(retries) || retries < 0) {
    throw new InputError('`retries` must be a whole number from 0.');
  }
  const headers = options.headers
    ? { ...defaults.headers, ...checkedHeaders(options.headers) }
    : defaults.headers;
  return { accountId, timeout, retries, validate, headers };
}

/** The longest time that timers of all runtimes can wait. */
const LONGEST_TIMEOUT = 2_147_483_647;

/** Refuses what no timer can wait for. */
export function checkTimeout(timeout: number | false): void {
  if (timeout !== false && !(timeout > 0 && timeout <= LONGEST_TIMEOUT)) {
    throw new InputError(`\`timeout\` must be milliseconds from 1 to ${LONGEST_TIMEOUT}, or false.`);
  }
}

/** Lower-case names, so that later ones replace earlier ones. A value may be secret: no message repeats it. */
function checkedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      try {
        new Headers([[name, value]]);
      } catch {
        throw new InputError(`\`headers\`: the name or value of '${name}' cannot be sent.`);
      }
      return [name.toLowerCase(), value];
    }),
  );
}

/** Refuses what is no object of these options. `owner` says whose options they are. */
export function checkNames(options: unknown, known: readonly string[], owner: string): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new InputError(`${owner}: an object is wanted.`);
  }
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const message = `${owner}: there is no option ${unknown}${didYouMean(unknown, known)}`;
  throw new InputError(message, [{ code: 'unknown_member', attribute: unknown, message }]);
}
