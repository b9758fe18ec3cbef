import { normalBaseUrl } from './core/base-url.ts';
import { checkNames, checkTimeout } from './core/check-options.ts';
import { type Clock, systemClock } from './core/clock.ts';
import { authorizationOf, type Credentials } from './core/credentials.ts';
import { withEnvironment } from './core/environment.ts';
import { InputError } from './core/errors.ts';
import { HOOKS, type Hooks } from './core/hooks.ts';
import { Limiter } from './rate-limits/limiter.ts';
import { localStore } from './rate-limits/local-store.ts';
import { LIMIT_OPTIONS, type LimitOptions, limitSettingsOf } from './rate-limits/options.ts';
import type { Logger } from './telemetry/log.ts';
import type { Telemetry } from './telemetry/telemetry.ts';

/** A `fetch`: the global one, one of a framework, or that of a server in the same process. */
export type Fetch = (request: Request) => Response | Promise<Response>;

/** What holds for every call of a client, and may be given anew for each. */
interface SharedOptions {
  /**
   * The account whose data is meant. The operations without an account in their path do without it. Default:
   * `TRICKLE_ACCOUNT_ID`.
   */
  readonly accountId?: string | undefined;
  /** Milliseconds that one attempt may take, body included; false for no limit. Default 30,000. */
  readonly timeout?: number | false | undefined;
  /** Milliseconds that a call may take in all, its attempts and waits; false for no limit. Default false. */
  readonly totalTimeout?: number | false | undefined;
  /**
   * How often a request is sent again after a failed connection, a time-out, 408, 429 or 5xx. An operation that must
   * not be done twice is sent again only when it is sure that it was not done. Default 2.
   */
  readonly retries?: number | undefined;
  /** Whether operations that count twice when done twice, such as events, are retried like others. Default false. */
  readonly retryUnsafe?: boolean | undefined;
  /**
   * Milliseconds that a call may wait for the hour's budget; one that would have to wait longer fails at once with a
   * {@link LimitReachedError}. `Infinity` for as long as it takes. Default: what `limits.mode` stands for, else 60,000.
   */
  readonly maxWait?: number | undefined;
  /** Headers to send beside the SDK's own. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether bodies and queries are checked before they are sent. Default true. */
  readonly validate?: boolean | undefined;
  /**
   * What to do about an answer of success that is not quite what the interface says. `'tolerant'`, the default, gives
   * it as it is and looks no closer. `'warn'` gives it too, and tells `onWarning` what is missing, of another type or
   * new. `'strict'` does the same, but throws a {@link ResponseValidationError} for what is missing or of another type.
   */
  readonly responses?: ResponseMode | undefined;
  /**
   * The most bytes of an answer to read, decompressed. A larger one fails with a {@link ResponseSizeError}.
   * Default 50,000,000.
   */
  readonly maxResponseSize?: number | undefined;
}

/** How answers of success are looked at. */
export type ResponseMode = 'tolerant' | 'warn' | 'strict';

/** Options of {@link createClient}. */
export type ClientOptions = (Partial<Record<keyof Credentials, undefined>> | Credentials) &
  SharedOptions &
  Hooks & {
    /** Where the service is: what stands before `/v2/`. A path prefix is kept. Default: `TRICKLE_BASE_URL`. */
    readonly baseUrl?: string | URL | undefined;
    /** Default: the runtime's `fetch`. */
    readonly fetch?: Fetch | undefined;
    /** How to keep within the limits of the service; `false` for not at all. */
    readonly limits?: LimitOptions | false | undefined;
    /** Records spans and metrics: `openTelemetry(…)` of `@trickle/sdk/telemetry`. */
    readonly telemetry?: Telemetry | undefined;
    /** Whether to write a line for each call to the console, without secrets and addresses. Default false. */
    readonly debug?: boolean | undefined;
    /** Where to write these lines instead: any logger with a method `debug`. */
    readonly logger?: Logger | undefined;
    /** Tells the time and waits, for tests. Default: the machine's. */
    readonly clock?: Clock | undefined;
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
  /** Undefined for the runtime's. */
  readonly fetch: Fetch | undefined;
  readonly clock: Clock;
  readonly limiter: Limiter | undefined;
  readonly hooks: Hooks;
  /** A function where it has to be loaded first. */
  readonly telemetry: Telemetry | (() => Promise<Telemetry>) | undefined;
  readonly accountId: string | undefined;
  readonly timeout: number | false;
  readonly totalTimeout: number | false;
  readonly retries: number;
  readonly retryUnsafe: boolean;
  readonly maxWait: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly validate: boolean;
  readonly responses: ResponseMode;
  readonly maxResponseSize: number;
}

const SHARED = [
  ...['accountId', 'timeout', 'totalTimeout', 'retries', 'retryUnsafe', 'maxWait', 'headers', 'validate'],
  ...['responses', 'maxResponseSize'],
];
const RESPONSE_MODES: readonly ResponseMode[] = ['tolerant', 'warn', 'strict'];
const CALL_OPTIONS = [...SHARED, 'signal'];
const CLIENT_OPTIONS = [
  ...[...SHARED, ...HOOKS, 'baseUrl', 'apiKey', 'accessToken', 'fetch', 'limits', 'telemetry', 'clock'],
  ...['debug', 'logger'],
];

/** How long a call waits for the hour's budget unless something else is said, in milliseconds. */
const MAX_WAIT = 60_000;

/** How much of an answer is read unless something else is said, in bytes. */
export const MAX_RESPONSE_SIZE = 50_000_000;

/** Whether this is the name of an option of a call. */
export const isCallOption = (name: string) => CALL_OPTIONS.includes(name);

/** Checks the options of a client, and gives them complete. */
export function settingsOf(given: ClientOptions): Settings {
  checkNames(given, CLIENT_OPTIONS, 'createClient');
  const options = withEnvironment(given);
  const { clock = systemClock, limits = {} } = options;
  if (limits !== false) checkNames(limits, LIMIT_OPTIONS, '`limits`');
  const baseUrl = normalBaseUrl(options.baseUrl);
  const { store, allowances, maxWait = MAX_WAIT } = limitSettingsOf(limits || {});
  return Object.freeze({
    baseUrl,
    authorization: authorizationOf(options),
    fetch: options.fetch && fetchOf(options.fetch),
    clock,
    limiter: limits ? new Limiter(store ?? localStore(), clock, baseUrl, allowances) : undefined,
    hooks: hooksOf(options),
    telemetry: telemetryOf(options),
    ...sharedOf({ ...USUAL, maxWait }, options),
  });
}

function telemetryOf({ telemetry, debug, logger }: ClientOptions): Settings['telemetry'] {
  if (logger !== undefined && typeof logger?.debug !== 'function') {
    throw new InputError('`logger` must have a method `debug`, as `console` has.');
  }
  if (!(logger ?? debug)) return telemetry;
  return async () => {
    // Loaded when it is needed: most programs write no log.
    const { both, logTo } = await import('./telemetry/log.ts');
    const log = logTo(logger ?? console);
    return telemetry ? both(telemetry, log) : log;
  };
}

const USUAL: Omit<Shared, 'maxWait'> = {
  ...{ accountId: undefined, timeout: 30_000, totalTimeout: false, retries: 2, retryUnsafe: false },
  ...{ validate: true, responses: 'tolerant', headers: {}, maxResponseSize: MAX_RESPONSE_SIZE },
};

function hooksOf(options: Hooks): Hooks {
  for (const name of HOOKS) {
    if (options[name] !== undefined && typeof options[name] !== 'function') {
      throw new InputError(`\`${name}\` must be a function.`);
    }
  }
  const { onRequest, onResponse, onRetry, onWait, onWarning } = options;
  return { onRequest, onResponse, onRetry, onWait, onWarning };
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

type Shared = Pick<Settings, keyof SharedOptions>;

function sharedOf(defaults: Shared, options: SharedOptions): Shared {
  const given = Object.entries(options).filter(([name, one]) => one !== undefined && SHARED.includes(name));
  const shared: Shared = { ...defaults, ...Object.fromEntries(given) };
  checkTimeout(shared.timeout);
  checkTimeout(shared.totalTimeout, 'totalTimeout');
  if (!Number.isInteger(shared.retries) || shared.retries < 0) {
    throw new InputError('`retries` must be a whole number from 0.');
  }
  if (!(shared.maxWait >= 0)) {
    throw new InputError('`longestWait` must be milliseconds from 0, or Infinity.');
  }
  if (!RESPONSE_MODES.includes(shared.responses)) {
    throw new InputError("`responses` must be 'tolerant', 'warn' or 'strict'.");
  }
  checkMaxResponseSize(shared.maxResponseSize);
  if (!options.headers) return shared;
  return { ...shared, headers: { ...defaults.headers, ...checkedHeaders(options.headers, '`headers`') } };
}

/** Lower-case names, so that later ones replace earlier ones. A value may be secret: no message repeats it. */
export function checkedHeaders(
  headers: Readonly<Record<string, string>>,
  origin: string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      try {
        new Headers([[name, value]]);
      } catch {
        throw new InputError(`${origin}: the name or value of '${name}' cannot be sent.`);
      }
      return [name.toLowerCase(), value];
    }),
  );
}

/** Throws for a limit of answers that is not a positive number of bytes. */
export function checkMaxResponseSize(size: number): void {
  if (!(size > 0)) throw new InputError('`maxResponseSize` must be a number of bytes from 1, or Infinity.');
}
