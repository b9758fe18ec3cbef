import {
  AuthenticationError,
  BulkError,
  ConnectionError,
  InputError,
  LimitReachedError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  TimeoutError,
} from '@trickle/sdk';
import { EXIT, ExitSignal, UnknownRecordError, UnreachableError, UsageError } from './exit-signal.ts';

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
