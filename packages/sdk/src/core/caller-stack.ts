import { TrickleError } from './errors.ts';

/** V8's, which other engines have by now too. */
const { captureStackTrace } = Error as {
  readonly captureStackTrace?: (error: Error, above: (error: unknown) => void) => void;
};

/** Gives our errors the stack of this moment: one made in a timer or deep within does not know who called. */
export function addCallerFrames(error: unknown): void {
  if (error instanceof TrickleError) captureStackTrace?.(error, addCallerFrames);
}
