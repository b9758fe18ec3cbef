/** A usage error: one line on standard error and exit code 1. */
export class UsageError extends Error {}

/** The first line of an error's message. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';

/** The usage error for a file that could not be read or written. */
export const fileError = (
  option: string,
  file: string,
  done: 'read' | 'written',
  error: unknown,
): UsageError =>
  new UsageError(`${option} ${file} could not be ${done}: ${reasonOf(error)}`, { cause: error });
