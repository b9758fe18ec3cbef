/** A mistake in the command line, or in a file that it names. Its message is all that is shown. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Ends a command with this exit code, after it has said why. */
export class Ending extends Error {
  override readonly name = 'Ending';
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`Ended with ${exitCode}.`);
    this.exitCode = exitCode;
  }
}
