import { ApiError, AuthenticationError, ConnectionError, PermissionError, TrickleError } from '@trickle/sdk';
import { connectionProblem } from '../terminal/connection-problem.ts';
import { waysToSet } from '../terminal/settings.ts';

/** Words of the interface in paths. All other segments can be an id. */
const WORDS = new Set(
  (
    'v2 v3 accounts subscribers campaigns campaign_subscriptions purchases broadcasts workflows triggers forms goals ' +
    'webhooks tags event_actions custom_field_identifiers user'
  ).split(' '),
);

/**
 * Removes from an error whatever the service has said, and the ids in addresses: both can be about subscribers. The class, and
 * with it the exit code, stays.
 */
export function withoutQuotes(error: unknown): unknown {
  if (!(error instanceof TrickleError) || !('request' in error)) return error;
  const { method, url } = error.request as { readonly method: string; readonly url: string }; // a RequestSummary
  const path = (URL.parse(url)?.pathname ?? '')
    .split('/')
    .map((part) => (part === '' || WORDS.has(part) ? part : '…'));
  const request = `${method} ${path.join('/')}`;
  if (error instanceof ApiError) {
    error.message = `${request} was answered with ${error.status}.${adviceOf(error)}`;
  } else if (error instanceof ConnectionError) error.message = connectionProblem(url, error.cause);
  else error.message = error.message.replace(`${method} ${url}`, request);
  error.stack = `${error.name}: ${error.message}`;
  if (error instanceof ConnectionError) error.cause = undefined;
  return error;
}

function adviceOf(error: ApiError): string {
  if (error instanceof AuthenticationError)
    return ` The credentials are invalid: check ${waysToSet('apiKey')} or ${waysToSet('accessToken')}, and ${waysToSet('baseUrl')}.`;
  if (error instanceof PermissionError)
    return ` Check ${waysToSet('account')}, and the permissions of the user of the credentials.`;
  if (error.isRetryable) return ' The service failed: run the command again, and it continues.';
  return '';
}
