import pg from 'pg';
import { ConnectionError, isOutage } from './errors.ts';
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

/** The settings of every connection to a database. */
export const connectionSettings = (url: string): pg.ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: CONNECT_TIMEOUT,
  application_name: 'trickle-server',
  keepAlive: true,
  pipeline: true,
  types,
});

function lostConnection(what: string, cause: unknown): ConnectionError {
  const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
  return new ConnectionError(`${what}: ${reason}`, { cause });
}

/** The error of an attempt to connect. */
export const unreachable = (cause: unknown): ConnectionError =>
  lostConnection('PostgreSQL cannot be reached', cause);

/** The error of a statement whose connection was lost. */
export const outageOf = (error: unknown): unknown =>
  isOutage(error) ? error : lostConnection('the connection to PostgreSQL was lost', error);
