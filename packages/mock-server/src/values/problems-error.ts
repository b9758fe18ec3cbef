/** Thrown for what is wrong in one or more ways; each of `problems` says one of them. */
export class ProblemsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[], message: string = problems.join('; ')) {
    super(message);
    this.problems = problems;
  }
}
