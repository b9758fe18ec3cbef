import type { ProcessIo } from '../terminal/process-io.ts';
import { AdminApi, operatorAuthorization } from './admin-api.ts';
import type { Connection } from './connection.ts';

/** The `Authorization` of the admin API, which may have its own password. */
export function authorizationOf({ credentials }: Connection, env: ProcessIo['env']): string {
  const password = env.TRICKLE_ADMIN_PASSWORD;
  if (password) return operatorAuthorization(password);
  const { kind, value } = credentials;
  return kind === 'apiKey' ? `Basic ${btoa(`${value}:`)}` : `Bearer ${value}`;
}

/** The URL of the service without a trailing slash. */
export const baseOf = ({ baseUrl }: Connection): string => baseUrl.value.replace(/\/$/, '');

export const adminOf = (connection: Connection, { env, fetch }: ProcessIo): AdminApi =>
  new AdminApi({ base: baseOf(connection), authorization: authorizationOf(connection, env), fetch });
