/** Exit codes. */
export const EXIT = {
  /** Success. */
  done: 0,
  /** The service or this program failed, or a file could not be written. */
  failed: 1,
  /** The command line is invalid; nothing was sent. */
  usage: 2,
  /** The command finished, but some records were rejected or failed, or parts of an account or steps of a comparison were not answered. */
  incomplete: 3,
  /** The credentials are invalid or lack permission. */
  denied: 4,
  /** The record does not exist. */
  notFound: 5,
  /** The hourly rate limit is reached. */
  limited: 6,
  /** No connection, or no complete response in time. */
  unreachable: 7,
  /** A comparison found differences: the account, the types or the plan of a rehearsal, the responses of the service. */
  differs: 8,
  /** Stopped by Ctrl-C. */
  interrupted: 130,
} as const;

/** Reasons of exit codes that commands use without their own error. */
const REASONS: Readonly<Record<number, string>> = {
  [EXIT.incomplete]: 'Some records were rejected or failed.',
  [EXIT.differs]: 'What was compared differs.',
  [EXIT.interrupted]: 'Stopped by Ctrl-C.',
};

/** Thrown for a mistake in the command line or in a file that it names. Only the message is shown. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Thrown when a server that is not reached through the client does not respond. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/** Thrown when a server that is not reached through the client does not have a record. */
export class UnknownRecordError extends Error {
  override readonly name = 'NotFoundError';
}

/** Ends a command with this exit code, after it has printed the reason. */
export class ExitSignal extends Error {
  override readonly name = 'ExitSignal';
  readonly exitCode: number;

  constructor(exitCode: number, reason = REASONS[exitCode] ?? `Ended with ${exitCode}.`) {
    super(reason);
    this.exitCode = exitCode;
  }
}
