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
import { Ending, UsageError } from './endings.ts';

/** What the exit code of the command says. */
export const EXIT = {
  /** All is done. */
  done: 0,
  /** The service, or this program, failed. */
  failed: 1,
  /** The command cannot be right; nothing was sent. */
  usage: 2,
  /** An import is through, but some records were refused or not taken. */
  incomplete: 3,
  /** The service does not know the credentials, or they may not do this. */
  denied: 4,
  /** What was asked for does not exist. */
  notFound: 5,
  /** The hour's budget is used up. */
  limited: 6,
  /** No connection, or no complete answer in time. */
  unreachable: 7,
  /** Stopped by Ctrl-C. */
  interrupted: 130,
} as const;

/** The exit code that an error stands for. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof BulkError) return error.cause === undefined ? EXIT.failed : exitCodeOf(error.cause);
  if (error instanceof UsageError || error instanceof InputError) return EXIT.usage;
  if (error instanceof Ending) return error.exitCode;
  if (error instanceof AuthenticationError || error instanceof PermissionError) return EXIT.denied;
  if (error instanceof NotFoundError) return EXIT.notFound;
  if (error instanceof LimitReachedError || error instanceof RateLimitError) return EXIT.limited;
  if (error instanceof ConnectionError || error instanceof TimeoutError) return EXIT.unreachable;
  return EXIT.failed;
}
