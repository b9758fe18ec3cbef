import { TrickleError } from './errors.ts';

/** Introduced by V8; other engines have it too. */
const { captureStackTrace } = Error as {
  readonly captureStackTrace?: (target: object, above: (...given: never[]) => unknown) => void;
};

/** The place of a call in the program. */
export interface Caller {
  /** Whether somebody waits for the result, whose own place errors get from the engine. */
  isAwaited: boolean;
  /** Where the call is, if that was noted. */
  readonly stack?: string;
}

/** Notes the place above a function. Only engines with `captureStackTrace` can. */
export function noteCaller(caller: Caller, above: (...given: never[]) => unknown): void {
  captureStackTrace?.(caller, above);
}

/** Adds the noted place of a call that nobody waits for to the stack of its error, which would name the SDK only. */
export function addUnawaitedCaller(error: unknown, { isAwaited, stack }: Caller): void {
  if (isAwaited || !stack || !(error instanceof TrickleError)) return;
  const frames = stack.slice(stack.indexOf('\n    at '));
  if (!error.stack?.includes(frames.split('\n', 2).join('\n'))) error.stack += frames;
}

/** Replaces the stack of an SDK error with the current one, since an error made in a timer lacks the caller's frames. */
export function addCallerFrames(error: unknown): void {
  if (error instanceof TrickleError) captureStackTrace?.(error, addCallerFrames);
}
