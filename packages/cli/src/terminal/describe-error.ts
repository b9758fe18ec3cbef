import { shortened } from '@trickle/design/terminal';
import {
  ApiError,
  AuthenticationError,
  BulkError,
  ConnectionError,
  InputError,
  LimitReachedError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  TimeoutError,
  TrickleError,
} from '@trickle/sdk';
import { connectionProblem, rootOf } from './connection-problem.ts';
import { EXIT, ExitSignal, UnknownRecordError, UnreachableError, UsageError } from './exit-signal.ts';
import { waysToSet } from './settings.ts';
import { MAX_MESSAGE } from './terminal.ts';

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

/** An error in the format that `--json` prints to standard error. */
export function errorJson(error: unknown, exitCode: number) {
  const { name } = error instanceof Error ? error : { name: 'Error' };
  return {
    error: {
      name: error instanceof ExitSignal ? nameOf(error) : name,
      message: shortened(errorText(error), MAX_MESSAGE),
      exitCode,
      ...(error instanceof ApiError && { status: error.status }),
      ...(error instanceof InputError && { issues: error.issues }),
    },
  };
}

const nameOf = ({ exitCode }: ExitSignal) => (exitCode === EXIT.interrupted ? 'Interrupted' : 'Incomplete');

export function exitCodeOf(error: unknown): number {
  if (error instanceof BulkError) return error.cause === undefined ? EXIT.failed : exitCodeOf(error.cause);
  if (error instanceof UsageError || error instanceof InputError) return EXIT.usage;
  if (error instanceof ExitSignal) return error.exitCode;
  if (error instanceof AuthenticationError || error instanceof PermissionError) return EXIT.denied;
  if (error instanceof NotFoundError || error instanceof UnknownRecordError) return EXIT.notFound;
  if (error instanceof LimitReachedError || error instanceof RateLimitError) return EXIT.limited;
  if (error instanceof UnreachableError) return EXIT.unreachable;
  if (error instanceof ConnectionError || error instanceof TimeoutError) return EXIT.unreachable;
  return EXIT.failed;
}
