import type { Connection } from '../connection/connection.ts';
import type { ProcessIo } from '../terminal/process-io.ts';
import { waysToSet } from '../terminal/settings.ts';

/** The `Authorization` of the admin API, which may have its own password. */
export function authorizationOf({ credentials }: Connection, env: ProcessIo['env']): string {
  const password = env.TRICKLE_ADMIN_PASSWORD;
  if (password) return `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
  const { kind, value } = credentials;
  return kind === 'apiKey' ? `Basic ${btoa(`${value}:`)}` : `Bearer ${value}`;
}

/** The URL of the service without a slash at the end. */
export const baseOf = ({ baseUrl }: Connection): string => baseUrl.value.replace(/\/$/, '');

/** How to reach an admin API that rejects its password. */
export const PASSWORD_ADVICE = `If the server has an admin password, set TRICKLE_ADMIN_PASSWORD, or use the API key of an owner of the account: ${waysToSet('apiKey')}. Without a password it answers only its own machine.`;
