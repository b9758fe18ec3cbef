import { type Clock, systemClock } from './core/clock.ts';
import { InputError } from './core/errors.ts';
import { HOOKS, type Hooks } from './core/hooks.ts';
import {
  authorizationOf,
  type Credentials,
  checkMaxResponseSize,
  checkNames,
  checkOption,
  checkTimeout,
  normalBaseUrl,
  withEnvironment,
} from './core/settings.ts';
import { localStore } from './rate-limits/budget.ts';
import { Limiter } from './rate-limits/limiter.ts';
import { LIMIT_OPTIONS, type LimitOptions, limitSettingsOf } from './rate-limits/options.ts';
import type { Logger } from './telemetry/log.ts';
import type { Telemetry } from './telemetry/telemetry.ts';

/** A `fetch` function: the global one, that of a framework, or that of a server in the same process. */
export type Fetch = (request: Request) => Response | Promise<Response>;

/** Options of a client that each call can override. */
interface SharedOptions {
  /**
   * The id of the account. Not required for operations without an account in their path. Default:
   * `TRICKLE_ACCOUNT_ID`.
   */
  readonly accountId?: string | undefined;
  /** Timeout of one attempt, body included, in milliseconds; false for none. Default 30,000. */
  readonly timeout?: number | false | undefined;
  /** Timeout of the whole call, retries and waits included, in milliseconds; false for none. Default false. */
  readonly totalTimeout?: number | false | undefined;
  /**
   * Maximum number of retries after a failed connection, a timeout, 408, 429 or 5xx. Operations that are not idempotent
   * are retried only if the service certainly did not process them. Default 2.
   */
  readonly retries?: number | undefined;
  /** Whether to retry operations that are not idempotent, such as events, like others. Default false. */
  readonly retryUnsafe?: boolean | undefined;
  /**
   * Maximum wait for the hourly rate limit, in milliseconds; `Infinity` for no maximum. A call that would have to wait
   * longer fails immediately with a {@link LimitReachedError}. Default: set by `limits.mode`, otherwise 60,000.
   */
  readonly maxWait?: number | undefined;
  /** Additional request headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether to validate bodies and queries before sending. Default true. */
  readonly validate?: boolean | undefined;
  /**
   * Treatment of successful responses that deviate from the interface. `'tolerant'` does not check. `'warn'` calls
   * `onWarning` for members that are missing, new or of the wrong type, and for new values. `'strict'` does so too, and
   * throws a {@link ResponseValidationError} for members that are missing or of the wrong type. Default `'tolerant'`.
   */
  readonly responses?: ResponseMode | undefined;
  /**
   * Maximum size of a response, in bytes after decompression. A larger one fails with a {@link ResponseSizeError}.
   * Default 50,000,000.
   */
  readonly maxResponseSize?: number | undefined;
}

export type ResponseMode = 'tolerant' | 'warn' | 'strict';

/** Options of {@link createClient}. */
export type ClientOptions = (Partial<Record<keyof Credentials, undefined>> | Credentials) &
  SharedOptions &
  Hooks & {
    /** URL of the service, up to `/v2/`; may have a path prefix. Default: `TRICKLE_BASE_URL`. */
    readonly baseUrl?: string | URL | undefined;
    /** Default: the runtime's `fetch`. */
    readonly fetch?: Fetch | undefined;
    /** Client-side rate limiting; `false` to disable it. */
    readonly limits?: LimitOptions | false | undefined;
    /** Records spans and metrics: `openTelemetry(…)` from `@trickle/sdk/telemetry`. */
    readonly telemetry?: Telemetry | undefined;
    /** Whether to log each call to the console, without secrets and email addresses. Default false. */
    readonly debug?: boolean | undefined;
    /** A logger to use instead of the console: any object with a method `debug`. */
    readonly logger?: Logger | undefined;
    /** A source of time, for tests. Default: the system clock. */
    readonly clock?: Clock | undefined;
  };

/** Options of one call, its last parameter. */
export interface CallOptions extends SharedOptions {
  /** Aborts the call, its waits included. The call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of a client, validated and complete. Must not be exposed, since they include the credentials. */
export interface Settings extends Shared {
  readonly baseUrl: string;
  readonly authorization: string;
  /** Undefined for the `fetch` of the runtime. */
  readonly fetch: Fetch | undefined;
  readonly clock: Clock;
  readonly limiter: Limiter | undefined;
  readonly hooks: Hooks;
  /** A function where it has to be loaded first. */
  readonly telemetry: Telemetry | (() => Promise<Telemetry>) | undefined;
}

type Shared = { readonly accountId: string | undefined } & {
  readonly [Name in Exclude<keyof SharedOptions, 'accountId'>]-?: NonNullable<SharedOptions[Name]>;
};

/** Default maximum size of a response, in bytes. */
export const MAX_RESPONSE_SIZE = 50_000_000;

const DEFAULTS: Shared = {
  accountId: undefined,
  timeout: 30_000,
  totalTimeout: false,
  retries: 2,
  retryUnsafe: false,
  maxWait: 60_000,
  headers: {},
  validate: true,
  responses: 'tolerant',
  maxResponseSize: MAX_RESPONSE_SIZE,
};
const SHARED = Object.keys(DEFAULTS);
const RESPONSE_MODES: readonly ResponseMode[] = ['tolerant', 'warn', 'strict'];
const CALL_OPTIONS = ['signal', ...SHARED];
const OWN = ['baseUrl', 'apiKey', 'accessToken', 'fetch', 'limits', 'telemetry', 'clock', 'debug', 'logger'];
const CLIENT_OPTIONS = [...OWN, ...SHARED, ...HOOKS];

export const isCallOption = (name: string) => CALL_OPTIONS.includes(name);

export function settingsOf(clientOptions: ClientOptions): Settings {
  checkNames(clientOptions, CLIENT_OPTIONS, 'createClient');
  const options = withEnvironment(clientOptions);
  const { clock = systemClock, limits = {} } = options;
  if (limits !== false) checkNames(limits, LIMIT_OPTIONS, '`limits`');
  const baseUrl = normalBaseUrl(options.baseUrl);
  const { store, allowances, maxWait = DEFAULTS.maxWait } = limitSettingsOf(limits || {});
  return Object.freeze({
    baseUrl,
    authorization: authorizationOf(options),
    fetch: options.fetch && fetchOf(options.fetch),
    clock,
    limiter: limits ? new Limiter(store ?? localStore(), clock, baseUrl, allowances) : undefined,
    hooks: hooksOf(options),
    telemetry: telemetryOf(options),
    ...sharedOf({ ...DEFAULTS, maxWait }, options),
  });
}

function telemetryOf({ telemetry, debug, logger }: ClientOptions): Settings['telemetry'] {
  if (logger !== undefined && typeof logger?.debug !== 'function') {
    throw new InputError('`logger` must have a method `debug`, as `console` has.');
  }
  if (!(logger ?? debug)) return telemetry;
  return async () => {
    // Loaded on use: most programs do not log.
    const { logTo } = await import('./telemetry/log.ts');
    return logTo(logger ?? console, telemetry);
  };
}

function hooksOf(options: Hooks): Hooks {
  for (const name of HOOKS) {
    checkOption(name, ['undefined', 'function'].includes(typeof options[name]), 'a function');
  }
  return Object.fromEntries(HOOKS.map((name) => [name, options[name]]));
}

export function settingsOfCall(settings: Settings, options: CallOptions | undefined): Settings {
  if (options === undefined) return settings;
  checkNames(options, CALL_OPTIONS, 'the options of a call');
  return { ...settings, ...sharedOf(settings, options) };
}

/** Your `fetch`, or the one of the runtime at the time of the request. */
export function fetchOf(fetch: Fetch | undefined): Fetch {
  if (fetch === undefined) return (request) => globalThis.fetch(request);
  checkOption('fetch', typeof fetch === 'function', 'a function');
  return fetch;
}

function sharedOf(defaults: Shared, options: SharedOptions): Shared {
  const isGiven = ([name, value]: [string, unknown]) => value !== undefined && SHARED.includes(name);
  const given: Partial<Shared> = Object.fromEntries(Object.entries(options).filter(isGiven));
  const shared = { ...defaults, ...given };
  checkTimeout(shared.timeout);
  checkTimeout(shared.totalTimeout, 'totalTimeout');
  checkMaxResponseSize(shared.maxResponseSize);
  const { retries, maxWait, responses } = shared;
  checkOption('retries', Number.isInteger(retries) && retries >= 0, 'a whole number from 0');
  checkOption('maxWait', maxWait >= 0, 'a number of milliseconds from 0, or Infinity');
  checkOption('responses', RESPONSE_MODES.includes(responses), "'tolerant', 'warn' or 'strict'");
  if (!options.headers) return shared;
  return { ...shared, headers: { ...defaults.headers, ...checkedHeaders(options.headers, '`headers`') } };
}

/** Validates headers and lower-cases their names. Values may be secret, so no message repeats them. */
export function checkedHeaders(headers: Readonly<Record<string, string>>, origin: string) {
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    try {
      new Headers([[name, value]]);
    } catch {
      throw new InputError(`${origin}: '${name}' is not a valid header name, or its value is invalid.`);
    }
    checked[name.toLowerCase()] = value;
  }
  return checked;
}
