/** An error with one or more problems, each described in `problems`. */
export class ProblemsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[], message: string = problems.join('; ')) {
    super(message);
    this.problems = problems;
  }
}

/**
 * The member that a problem is about. Problems begin with it: `emails[0].subject must be a string`. Undefined for one
 * about the whole value.
 */
export function attributeIn(problem: string): string | undefined {
  const [, place] = /^([a-z][\w.[\]]*)(?:: | is | must )/.exec(problem) ?? [];
  return place === 'it' ? undefined : place;
}
