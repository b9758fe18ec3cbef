import { TrickleError } from './errors.ts';

/** Introduced by V8; other engines have it too. */
const { captureStackTrace } = Error as {
  readonly captureStackTrace?: (error: Error, above: (error: unknown) => void) => void;
};

/** Replaces the stack of an SDK error with the current one, since an error made in a timer lacks the caller's frames. */
export function addCallerFrames(error: unknown): void {
  if (error instanceof TrickleError) captureStackTrace?.(error, addCallerFrames);
}
