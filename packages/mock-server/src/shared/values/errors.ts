/** An error with one or more problems, each described in `problems`. */
export class ProblemsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[], message: string = problems.join('; ')) {
    super(message);
    this.problems = problems;
  }
}

/** The member that a problem begins with, as in `emails[0].subject must be a string`; undefined for the whole value. */
export function attributeIn(problem: string): string | undefined {
  const [, place] = /^([a-z][\w.[\]]*)(?:: | is | must )/.exec(problem) ?? [];
  return place === 'it' ? undefined : place;
}

/** Thrown for invalid arguments, described in `problems`. The call had no effect. */
export class OptionsError extends ProblemsError {
  override readonly name = 'OptionsError';
}

/** Thrown by all functions of a closed server. */
export class ServerClosed extends Error {
  override readonly name = 'ServerClosed';

  constructor() {
    super('The server is closed.');
  }
}

/**
 * The reason of a failure in a line. `localhost` has several addresses: if nobody listens on any, Node.js throws an
 * `AggregateError` without a message, whose first cause tells why.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}
