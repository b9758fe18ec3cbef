import {
  ApiError,
  BulkError,
  ConnectionError,
  LimitReachedError,
  TimeoutError,
  TrickleError,
} from '@trickle/sdk';
import { connectionProblem, rootOf } from './connection-problem.ts';
import { waysToSet } from './settings.ts';

/** The message of an error, with the command's options instead of the SDK's. */
export function errorText(error: unknown): string {
  if (error instanceof AggregateError) return errorText(rootOf(error));
  if (!(error instanceof TrickleError)) return error instanceof Error ? error.message : String(error);
  if (error instanceof ConnectionError && error.cause !== undefined) {
    return connectionProblem(error.request.url, error.cause);
  }
  if (error instanceof TimeoutError) {
    return `${new URL(error.request.url).origin} sent no complete response within ${error.timeout} ms. Is it overloaded, or a proxy in between? Run the command again.`;
  }
  if (error instanceof LimitReachedError) {
    return `The hourly rate limit (${error.budget}) is reached until ${error.retryAt.toISOString()}. Run the command again then.`;
  }
  if (error instanceof BulkError) return inOptions(importText(error));
  return inOptions(error.message) + injectedText(error);
}

/** Names the fault that the sandbox injected, if any. */
function injectedText(error: TrickleError): string {
  const fault = error instanceof ApiError ? error.response.headers.get('x-trickle-fault') : null;
  return fault === null ? '' : ` The sandbox injected this: its fault ${fault} matches the request.`;
}

/** Why an import has stopped: the message of the client, with its cause reworded. */
function importText({ message, cause }: BulkError): string {
  const text = message.replace(/^client\.\S+/, 'The import');
  return cause instanceof TrickleError ? text.replace(cause.message, () => errorText(cause)) : text;
}

/** A message of the SDK, with the command's options instead of the client's. */
const inOptions = (message: string) =>
  message.replaceAll(/`(\w+)`/g, (quoted, name: string) => OPTIONS.get(name) ?? quoted);

const OPTIONS: ReadonlyMap<string, string> = new Map([
  ['apiKey', waysToSet('apiKey')],
  ['accessToken', waysToSet('accessToken')],
  ['accountId', waysToSet('account')],
  ['baseUrl', waysToSet('baseUrl')],
  ['onUnknown', '--on-unknown'],
]);
