import pg from 'pg';
import { ConnectionError, DatabaseSetupError, isOutage, stateOf } from './errors.ts';
import type { Value } from './store.ts';

/** Milliseconds until an attempt to connect fails. */
export const CONNECT_TIMEOUT = 10_000;

/** The object ids of the types that the driver would return as text or as booleans. */
const TYPES = { bool: 16, int8: 20, numeric: 1700 };

const parsers = new Map<number, (text: string) => Value>([
  [TYPES.bool, (text) => (text === 't' ? 1 : 0)],
  [TYPES.int8, Number],
  [TYPES.numeric, Number],
]);

const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => parsers.get(type) ?? pg.types.getTypeParser(type, format),
};

/** When PostgreSQL and this server stop waiting for each other, in real milliseconds. */
export interface PostgresTimes {
  /** The longest wait of a transaction for a lock, such as that of its account. */
  readonly lock: number;
  /** The longest pause between two statements. PostgreSQL then ends the transaction: its server has stopped, or the link is cut. */
  readonly idle: number;
  /** The longest silence of a connection until TCP, or this server, looks for the other end. */
  readonly silence: number;
  /** The longest that a connection stays open without being used. */
  readonly unused: number;
}

// Unspecified: U-300
export const DEFAULT_TIMES: PostgresTimes = { lock: 10_000, idle: 5000, silence: 5000, unused: 10_000 };

export const connectionSettings = (
  url: string,
  { lock, idle, silence }: PostgresTimes = DEFAULT_TIMES,
): pg.ClientConfig => ({
  connectionString: withOptions(url, {
    tcp_keepalives_idle: Math.ceil(silence / 1000),
    tcp_keepalives_interval: 1,
    tcp_keepalives_count: 5,
    tcp_user_timeout: 2 * silence,
    jit: 'off', // compiling a statement would take longer than running it
  }),
  connectionTimeoutMillis: CONNECT_TIMEOUT,
  application_name: 'trickle-server',
  keepAlive: true,
  keepAliveInitialDelayMillis: silence,
  lock_timeout: lock,
  idle_in_transaction_session_timeout: idle,
  pipeline: true,
  types,
});

/** Adds settings of the session to a URL. Settings already in the URL win. */
function withOptions(url: string, settings: Readonly<Record<string, number | string>>): string {
  const own = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const [, inUrl] = /[?&]options=([^&#]*)/.exec(url) ?? [];
  const given = inUrl === undefined ? process.env.PGOPTIONS : decodeURIComponent(inUrl);
  const options = encodeURIComponent([...own, given ?? ''].join(' ').trim());
  if (inUrl !== undefined) return url.replace(/([?&]options=)[^&#]*/, (_, name: string) => name + options);
  return `${url}${url.includes('?') ? '&' : '?'}options=${options}`;
}

/** The causes of refusals by SQLSTATE, and what helps. */
const REFUSALS: Readonly<Record<string, string>> = {
  '25006':
    'the role may only read: turn off default_transaction_read_only, and name a primary server, not a standby',
  '42501': 'the role lacks a privilege: let it create and own the tables of its database',
};

/** The error of a statement that PostgreSQL refuses because of its role or its settings, in words; others as they are. */
// Unspecified: U-302
export function refusalOf(error: unknown): unknown {
  const why = REFUSALS[stateOf(error)];
  if (why === undefined || !(error instanceof Error)) return error;
  return new DatabaseSetupError(`PostgreSQL answers '${error.message}': ${why}.`, { cause: error });
}

function lostConnection(what: string, cause: unknown): ConnectionError {
  const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
  return new ConnectionError(`${what}: ${reason}`, { cause });
}

/** The remedies for the causes of failed attempts to connect, by SQLSTATE or code of Node.js. */
const CURES: Readonly<Record<string, string>> = {
  '28000':
    'check the user, and pg_hba.conf of PostgreSQL; if it requires TLS, add ?sslmode=require to the URL',
  '28P01': 'check the user and the password in the URL',
  '3D000': 'create the database first',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'name its certificate with ?sslrootcert=…',
  SELF_SIGNED_CERT_IN_CHAIN: 'name its certificate authority with ?sslrootcert=…',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'name its certificate authority with ?sslrootcert=…',
};

export function unreachable(cause: unknown): ConnectionError {
  const cure = cause instanceof Error && 'code' in cause ? CURES[String(cause.code)] : undefined;
  const error = lostConnection('PostgreSQL cannot be reached', cause);
  return cure === undefined ? error : new ConnectionError(`${error.message}; ${cure}`, { cause });
}

export const outageOf = (error: unknown): unknown =>
  isOutage(error) ? error : lostConnection('the connection to PostgreSQL was lost', error);
