import { shortened } from '@trickle/design/terminal';
import { ApiError, InputError } from '@trickle/sdk';
import { errorText } from './error-text.ts';
import { EXIT, ExitSignal } from './exit-signal.ts';
import { MAX_MESSAGE } from './terminal.ts';

/** An error in the format that `--json` prints to standard error. */
export interface ErrorJson {
  readonly error: {
    /** The name of the class, such as `UsageError` or `NotFoundError`; `Incomplete` or `Interrupted`. */
    readonly name: string;
    readonly message: string;
    readonly exitCode: number;
    /** The status of the response, if the service answered. */
    readonly status?: number;
    /** The problems with the input, if it was checked. */
    readonly issues?: readonly unknown[];
  };
}

export function errorJson(error: unknown, exitCode: number): ErrorJson {
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
