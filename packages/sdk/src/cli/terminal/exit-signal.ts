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

/** A mistake in the command line, or in a file that it names. Its message is all that is shown. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Ends a command with this exit code, after it has said why. */
export class ExitSignal extends Error {
  override readonly name = 'ExitSignal';
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`Ended with ${exitCode}.`);
    this.exitCode = exitCode;
  }
}
