/** An error with one or more problems, each described in `problems`. */
export class ProblemsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[], message: string = problems.join('; ')) {
    super(message);
    this.problems = problems;
  }
}
